export default () => {
  const kept = [];
  for (let s = "abcdefgh"; ; s += s) {
    kept.push([...s.slice(0, 1000000)]);
  }
};
