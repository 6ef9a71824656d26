export default () => {
  let o = {};
  for (let n = 0; n < 1e4; n++) o = new Proxy({}, { getPrototypeOf: () => o });
  const p: object = new Proxy(
    {},
    {
      getPrototypeOf() {
        return p;
      },
    },
  );
  for (;;) {
    try {
      o instanceof Object;
      Object.prototype.isPrototypeOf.call(Array.prototype, p);
    } catch {}
  }
};
