export default () => {
  const a = [];
  a.length = 2 ** 32 - 1;
  a[1] = 1;
  // oxlint-disable-next-line typescript/require-array-sort-compare
  return a.sort().length;
};
