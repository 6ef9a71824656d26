Object.defineProperty(Error, Symbol.hasInstance, {
  value() {
    throw new Error("hasInstance");
  },
});

export default () => {
  throw new TypeError("the real one");
};
