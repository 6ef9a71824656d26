export default () => {
  const c = new AbortController();
  const kept = [];
  for (;;) kept.push(AbortSignal.any([c.signal]));
};
