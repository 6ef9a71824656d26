export default () => {
  for (;;) {
    try {
      for (;;);
    } catch {
    } finally {
      // oxlint-disable-next-line no-unsafe-finally -- to go on is the attack
      continue;
    }
  }
};
