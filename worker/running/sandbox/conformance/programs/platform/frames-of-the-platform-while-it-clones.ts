interface Site {
  getFunction(): unknown;
  getThis(): unknown;
}

export default () => {
  const seen = new Set();
  structuredClone({
    get x() {
      Error.prepareStackTrace = (_: Error, sites: unknown) => sites;
      for (const s of new Error("x").stack as unknown as Site[]) {
        seen.add(typeof s.getFunction());
        seen.add(typeof s.getThis());
      }
      Error.prepareStackTrace = undefined;
      return 1;
    },
  });
  return [...seen];
};
