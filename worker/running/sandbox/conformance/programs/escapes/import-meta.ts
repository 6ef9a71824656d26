export default () => Object.keys(import.meta);
