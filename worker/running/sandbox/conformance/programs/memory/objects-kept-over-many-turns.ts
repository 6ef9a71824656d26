export default async () => {
  const a = [];
  for (;;) {
    a.push({ x: "y".repeat(1000) + a.length });
    if (a.length % 1000 === 0) await null;
  }
};
