Error.stackTraceLimit = 1e9;

export default () => {
  const f = (n: number): void =>
    n === 0
      ? (() => {
          throw new Error("deep");
        })()
      : f(n - 1);
  f(5000);
};
