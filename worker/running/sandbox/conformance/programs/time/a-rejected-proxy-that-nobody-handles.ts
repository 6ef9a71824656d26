export default async () => {
  Promise.reject(
    new Proxy(new Error("x"), {
      get() {
        while (true);
      },
    }),
  );
  await new Promise(() => {});
};
