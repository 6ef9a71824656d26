export default () => {
  const t = () => {
    throw new Error("trap");
  };
  throw new Proxy(new Error("inner"), { get: t, getPrototypeOf: t, has: t, ownKeys: t, getOwnPropertyDescriptor: t });
};
