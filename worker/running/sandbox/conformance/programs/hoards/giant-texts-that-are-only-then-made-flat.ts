export default () => {
  const kept = [];
  for (let n = 0; ; n++) {
    let s = "x".repeat(2 ** 24) + n;
    s = s + s;
    // oxlint-disable-next-line unicorn/prefer-string-starts-ends-with -- a pattern needs the text flat
    kept.push(/y$/.test(s), s);
  }
};
