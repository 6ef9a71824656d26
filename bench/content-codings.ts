import zlib from "node:zlib";

/**
 * The cost of compressing one response, by coding and size: `node bench/content-codings.ts`. The responses are lists of
 * orders as JSON. Prints this process's CPU time and the compressed share of the bytes.
 */
const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
const codings: Record<string, (body: Buffer) => Buffer> = {
  "zstd, level 1": (body) => zlib.zstdCompressSync(body, { params: { [ZSTD_c_compressionLevel]: 1 } }),
  "zstd, level 3": (body) => zlib.zstdCompressSync(body, { params: { [ZSTD_c_compressionLevel]: 3 } }),
  "br, quality 3": (body) => zlib.brotliCompressSync(body, { params: { [BROTLI_PARAM_QUALITY]: 3 } }),
  "br, quality 4": (body) => zlib.brotliCompressSync(body, { params: { [BROTLI_PARAM_QUALITY]: 4 } }),
  "gzip, level 1": (body) => zlib.gzipSync(body, { level: 1 }),
  "gzip, level 6": (body) => zlib.gzipSync(body, { level: 6 }),
};

const order = (n: number) => ({
  id: `ord_${(n * 7_919).toString(36)}`,
  customer: `Customer ${(n * 31) % 977}`,
  status: ["open", "paid", "shipped"][n % 3],
  total: ((n * 137) % 10_000) / 100,
  createdAt: new Date(1.7e12 + n * 86_400_000).toISOString(),
  note: n % 5 === 0 ? `Please deliver to the back door ${n}` : null,
});

for (const orders of [10, 150, 1_500, 15_000]) {
  const body = Buffer.from(JSON.stringify(Array.from({ length: orders }, (_, n) => order(n))));
  for (const [name, compress] of Object.entries(codings)) {
    const times = Math.max(5, Math.round(5e6 / body.length));
    const left = compress(body).length / body.length;
    const began = process.cpuUsage();
    for (let n = 0; n < times; n += 1) compress(body);
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / times / 1_000;
    process.stdout.write(`${body.length} bytes · ${name} · ${ms.toFixed(3)} ms · ${(left * 100).toFixed(1)} %\n`);
  }
}
