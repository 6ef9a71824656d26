export default () => {
  const a: { a?: unknown } = {};
  a.a = a;
  return a;
};
