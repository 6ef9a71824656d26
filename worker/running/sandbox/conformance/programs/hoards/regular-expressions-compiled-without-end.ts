export default () => {
  const kept = [];
  for (let n = 0; ; n++) {
    const r = new RegExp("(?:" + "ab|".repeat(2000) + n + ")");
    r.test("zzz");
    kept.push(r);
  }
};
