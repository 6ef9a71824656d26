export default () => {
  console.log(
    "%d %s",
    1,
    new Proxy(
      {},
      {
        get() {
          for (;;);
        },
        ownKeys() {
          for (;;);
        },
      },
    ),
  );
  return "done";
};
