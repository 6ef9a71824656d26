export default () => "\u20ac".repeat(3 * 1024 * 1024);
