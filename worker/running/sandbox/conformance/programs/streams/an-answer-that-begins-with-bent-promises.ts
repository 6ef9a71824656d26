Promise.prototype.then = () => {
  throw 1;
};

export default () =>
  new Response(
    new ReadableStream({
      start(c) {
        c.enqueue(new Uint8Array(1));
        c.close();
      },
    }),
  );
