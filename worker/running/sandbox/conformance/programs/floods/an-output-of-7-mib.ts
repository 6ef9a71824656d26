export default () => "x".repeat(7 * 1024 * 1024);
