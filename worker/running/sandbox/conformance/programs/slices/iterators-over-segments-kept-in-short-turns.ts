const kept = [];
const s = new Intl.Segmenter("de");
const t = "ab ".repeat(20000);

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end) kept.push(s.segment(t)[Symbol.iterator]());
    await new Promise((r) => setTimeout(r, 1));
  }
};
