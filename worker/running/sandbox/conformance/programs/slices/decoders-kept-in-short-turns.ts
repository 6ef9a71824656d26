const kept = [];
const b = new Uint8Array(20001);

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end) kept.push(new TextDecoder("utf-16le").decode(b, { stream: true }));
    await new Promise((r) => setTimeout(r, 1));
  }
};
