export default () => {
  const f = (): Promise<unknown> => Promise.resolve().then(f);
  return f();
};
