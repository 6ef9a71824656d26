import type { Attack } from "./attack.ts";

/** In the short form some hoards cannot fill their memory in time, and the time limit ends them. */
const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const timeoutMs = full ? 3_000 : 600;
/** In the short form it is less, so that they fill it sooner. */
const bomb = { timeoutMs, memoryMb: full ? 32 : 12, expect: { ended: ["memory" as const, "timeout" as const] } };

/** Programs that keep what the platform makes for them until memory runs out. */
export const hoardAttacks: Attack[] = [
  {
    name: "formatters of the engine's, whose memory lies outside its heap",
    source:
      "export default () => { const a = []; for (let n = 0; ; n++) a.push(new Intl.DateTimeFormat('en', { timeZone: 'UTC', hour: 'numeric' }), new Intl.Collator('de'), new Intl.NumberFormat('fr')); };",
    ...bomb,
  },
  {
    name: "a compressed bomb",
    source:
      "export default async () => { const zip = new CompressionStream('gzip'); const w = zip.writable.getWriter(); (async () => { const z = new Uint8Array(1 << 20); for (let n = 0; n < 200; n++) await w.write(z); await w.close(); })(); const packed = await new Response(zip.readable).arrayBuffer(); const kept = []; for (;;) kept.push(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()); };",
    ...bomb,
  },
  {
    name: "a stream whose queue has no end",
    source:
      "export default () => { new ReadableStream({ start(c) { for (;;) c.enqueue(new Uint8Array(65536)); } }, { highWaterMark: Infinity }); };",
    ...bomb,
  },
  {
    name: "a stream teed for ever, one branch unread",
    source:
      "export default async () => { let n = 0; const kept = []; let s = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536).fill(n++)); } }); const [a, b] = s.tee(); kept.push(b); for await (const x of a); };",
    ...bomb,
  },
  {
    name: "a message port that nobody reads",
    source:
      "export default () => { const { port1 } = new MessageChannel(); for (;;) port1.postMessage(new Uint8Array(65536)); };",
    ...bomb,
  },
  {
    name: "blobs of blobs",
    source: "export default () => { let b = new Blob(['x'.repeat(1024)]); for (;;) b = new Blob([b, b]); };",
    ...bomb,
  },
  {
    name: "headers without end",
    source:
      "export default () => { const h = new Headers(); for (let n = 0; ; n++) h.append('x' + n, 'y'.repeat(1000)); };",
    ...bomb,
  },
  {
    name: "a form without end",
    source:
      "export default () => { const f = new FormData(); for (let n = 0; ; n++) f.append('x', 'y'.repeat(1000) + n); };",
    ...bomb,
  },
  {
    name: "query parameters without end",
    source:
      "export default () => { const p = new URLSearchParams(); for (let n = 0; ; n++) p.append('x', 'y'.repeat(1000) + n); };",
    ...bomb,
  },
  {
    name: "listeners without end",
    source:
      "export default () => { const t = new EventTarget(); for (let n = 0; ; n++) t.addEventListener('x' + n, () => n); };",
    ...bomb,
  },
  {
    name: "signals that depend on one another without end",
    source:
      "export default () => { const c = new AbortController(); const kept = []; for (;;) kept.push(AbortSignal.any([c.signal])); };",
    ...bomb,
  },
  {
    name: "symbols in the registry without end",
    source: "export default () => { for (let n = 0; ; n++) Symbol.for('y'.repeat(1000) + n); };",
    ...bomb,
  },
  {
    name: "a chain of weak maps",
    source:
      "export default () => { let key = {}; const first = key; const maps = []; for (;;) { const m = new WeakMap(); const next = { big: new Array(1000).fill(key) }; m.set(key, next); maps.push(m); key = next; } };",
    ...bomb,
  },
  {
    name: "giant texts that are only then made flat",
    source:
      "export default () => { const kept = []; for (let n = 0; ; n++) { let s = 'x'.repeat(2 ** 24) + n; s = s + s; kept.push(/y$/.test(s), s); } };",
    ...bomb,
  },
  {
    name: "huge integers kept",
    source: "export default () => { const kept = []; for (let n = 1n; ; n++) kept.push((1n << 8000000n) + n); };",
    ...bomb,
  },
  {
    name: "functions compiled without end",
    source:
      "export default () => { const kept = []; for (let n = 0; ; n++) kept.push(new Function('return ' + '1+'.repeat(2000) + n)); };",
    ...bomb,
  },
  {
    name: "regular expressions compiled without end",
    source:
      "export default () => { const kept = []; for (let n = 0; ; n++) { const r = new RegExp('(?:' + 'ab|'.repeat(2000) + n + ')'); r.test('zzz'); kept.push(r); } };",
    ...bomb,
  },
  {
    name: "digests of large data, all at once",
    source:
      "export default async () => { const d = new Uint8Array(8e6); const all = []; for (let n = 0; n < 60; n++) all.push(crypto.subtle.digest('SHA-256', d)); await Promise.all(all); return 'done'; };",
    ...bomb,
  },
  {
    name: "a key of a quarter of a gigabyte",
    source:
      "export default () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 2 ** 31 - 8 }, true, ['sign']);",
    expect: { throws: /At most 524288 bits/ },
  },
  {
    name: "a derivation whose count of rounds is a text",
    source:
      "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: '2e9' }, k, 256); };",
    expect: { throws: /iterations/ },
  },
  {
    name: "a derivation of very many blocks",
    source:
      "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 1e6 }, k, 512 * 1024); };",
    expect: { throws: /iterations/ },
  },
  {
    name: "an algorithm that takes memory by parameter",
    source:
      "export default () => crypto.subtle.importKey('raw-secret', new Uint8Array(8), 'Argon2id', false, ['deriveBits']);",
    expect: { throws: /NotSupportedError|TypeError/ },
  },
  {
    name: "a digest of the length it names",
    source:
      "export default () => crypto.subtle.digest({ name: 'cSHAKE128', length: 2 ** 31, outputLength: 2 ** 31 }, new Uint8Array(8));",
    expect: { throws: /NotSupportedError/ },
  },
  {
    name: "an RSA key of sixteen thousand bits",
    source:
      "export default () => crypto.subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: '16384', publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign', 'verify']);",
    expect: { throws: /4096 bits/ },
  },
];
