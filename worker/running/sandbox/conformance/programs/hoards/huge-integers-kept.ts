export default () => {
  const kept = [];
  for (let n = 1n; ; n++) kept.push((1n << 8000000n) + n);
};
