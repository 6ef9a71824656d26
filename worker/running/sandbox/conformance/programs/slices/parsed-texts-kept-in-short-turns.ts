const kept = [];
const t = "[" + "0,".repeat(10000) + "0]";

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end) kept.push(JSON.parse(t));
    await new Promise((r) => setTimeout(r, 1));
  }
};
