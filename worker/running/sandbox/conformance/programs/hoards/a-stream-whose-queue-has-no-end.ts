export default () => {
  new ReadableStream(
    {
      start(c) {
        for (;;) c.enqueue(new Uint8Array(65536));
      },
    },
    { highWaterMark: Infinity },
  );
};
