const kept = [];

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end)
      kept.push(
        (() => {
          const r = new RegExp("(?:" + "ab|".repeat(500) + kept.length + ")");
          r.test("zzz");
          return r;
        })(),
      );
    await new Promise((r) => setTimeout(r, 1));
  }
};
