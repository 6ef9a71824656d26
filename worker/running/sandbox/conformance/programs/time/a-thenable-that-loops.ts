export default () => ({
  then() {
    while (true);
  },
});
