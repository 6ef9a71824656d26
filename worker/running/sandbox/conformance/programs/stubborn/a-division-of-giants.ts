export default () => {
  const a = 3n ** (2n ** 23n);
  for (;;) {
    String(a / 7n);
  }
};
