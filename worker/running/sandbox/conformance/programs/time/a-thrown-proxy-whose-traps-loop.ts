export default () => {
  throw new Proxy(
    {},
    {
      get() {
        while (true);
      },
      getPrototypeOf() {
        while (true);
      },
    },
  );
};
