export default () =>
  [
    () => new (AbortSignal as unknown as ObjectConstructor)(),
    () => new (CryptoKey as unknown as ProxyConstructor)({}, {}),
  ].map((f) => {
    try {
      f();
      return "made";
    } catch (e) {
      return e.name;
    }
  });
