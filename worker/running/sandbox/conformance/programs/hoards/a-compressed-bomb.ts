export default async () => {
  const zip = new CompressionStream("gzip");
  const w = zip.writable.getWriter();
  (async () => {
    const z = new Uint8Array(1 << 20);
    for (let n = 0; n < 200; n++) await w.write(z);
    await w.close();
  })();
  const packed = await new Response(zip.readable).arrayBuffer();
  const kept = [];
  for (;;)
    kept.push(
      await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
    );
};
