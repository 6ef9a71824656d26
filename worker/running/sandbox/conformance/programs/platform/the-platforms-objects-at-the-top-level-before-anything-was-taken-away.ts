const found = Object.getOwnPropertyNames(globalThis).filter((n) => n.startsWith("__"));

export default () => found;
