export default () => {
  const f = (): number => f() + 1;
  return f();
};
