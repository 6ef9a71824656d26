export default async () => {
  let n = 0;
  const kept = [];
  const s = new ReadableStream({
    pull(c) {
      c.enqueue(new Uint8Array(65536).fill(n++));
    },
  });
  const [a, b] = s.tee();
  kept.push(b);
  for await (const _ of a);
};
