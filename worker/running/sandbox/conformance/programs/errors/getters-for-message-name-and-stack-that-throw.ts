export default () => {
  const e = new Error("m");
  for (const k of ["message", "name", "stack"])
    Object.defineProperty(e, k, {
      get() {
        throw new Error("no");
      },
    });
  throw e;
};
