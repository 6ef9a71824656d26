const kept = [];

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end) kept.push(new Uint8Array(65536).fill(1));
    await new Promise((r) => setTimeout(r, 1));
  }
};
