export default async () => {
  const s = new ReadableStream({
    pull(c) {
      c.enqueue(1);
    },
  });
  for await (const _ of s);
};
