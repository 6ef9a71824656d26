export default () => {
  for (;;) {
    BigInt("9".repeat(1e7)) * 3n;
  }
};
