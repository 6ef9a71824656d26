export default () => ({
  toJSON() {
    while (true);
  },
});
