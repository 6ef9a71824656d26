interface Site {
  getFunction(): unknown;
  getThis(): unknown;
}

export default () => {
  const found: string[] = [];
  Error.prepareStackTrace = (_: Error, sites: Site[]) => {
    for (const s of sites) {
      found.push(typeof s.getFunction(), typeof s.getThis());
    }
    return "x";
  };
  void new Error("a").stack;
  Error.prepareStackTrace = undefined;
  return [...new Set(found)];
};
