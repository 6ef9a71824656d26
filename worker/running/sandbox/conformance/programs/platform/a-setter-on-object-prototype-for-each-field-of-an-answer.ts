for (const n of ["kind", "text", "safe", "code", "status", "resolve", "reject", "op", "bytes", "run", "at"])
  Object.defineProperty(Object.prototype, n, {
    set() {
      throw new Error(n);
    },
    get() {
      return undefined;
    },
    configurable: true,
  });

export default async () => {
  await new Promise((r) => setTimeout(r, 1));
  return "fine";
};
