export default async () => {
  const t = new TransformStream({
    transform(c, k) {
      k.enqueue(c);
      k.enqueue(c);
    },
  });
  const w = t.writable.getWriter();
  (async () => {
    for (;;) await w.write(1);
  })();
  for await (const _ of t.readable);
};
