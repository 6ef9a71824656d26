import { overtimeMs, type Attack } from "./attack.ts";

const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const, "memory" as const] } };

/** Work inside the engine's built-ins, much of which cannot be interrupted. */
export const stubbornAttacks: Attack[] = [
  {
    name: "lastIndexOf over 2^53 holes",
    source: "export default () => Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);",
    ...overtime,
  },
  {
    name: "reversing 2^53 holes",
    source: "export default () => Array.prototype.reverse.call({ length: 2 ** 53 - 1 });",
    ...overtime,
  },
  {
    name: "copyWithin over 2^53 holes",
    source: "export default () => Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1);",
    ...overtime,
  },
  {
    name: "joining 2^32 empty strings",
    source: "export default () => { for (;;) new Array(2 ** 32 - 1).join(''); };",
    ...overtime,
  },
  {
    name: "String.raw of 2^53 parts",
    source: "export default () => String.raw({ raw: { length: 2 ** 53 - 1 } }).length;",
    ...overtime,
  },
  {
    name: "a division of giants",
    source: "export default () => { const a = 3n ** (2n ** 23n); for (;;) { String(a / 7n); } };",
    ...overtime,
  },
  {
    name: "a number read from ten million digits",
    source: "export default () => { for (;;) { BigInt('9'.repeat(1e7)) * 3n; } };",
    ...overtime,
  },
  {
    name: "normalising a giant text",
    source: "export default () => { const t = '\\ufdfa'.repeat(4e6); for (;;) t.normalize('NFKD'); };",
    ...overtime,
  },
  {
    name: "comparing giant texts by locale",
    source:
      "export default () => { const a = '\\u0301a'.repeat(4e6), b = '\\u0301a'.repeat(4e6) + 'b'; for (;;) a.localeCompare(b, 'sv', { sensitivity: 'base' }); };",
    ...overtime,
  },
  {
    name: "compiling a giant source",
    source: "export default () => { for (;;) eval('(' + 'a+'.repeat(2e6) + '1)'.replace('a', '0')); };",
    timeoutMs: overtimeMs,
    expect: { ended: ["timeout", "memory"] },
  },
  {
    name: "compiling regular expressions of giant classes",
    source:
      "export default () => { for (let n = 0; ; n++) new RegExp(('[\\\\p{L}--[\\\\p{Lu}' + n + ']]').repeat(200), 'iv').test('x'); };",
    ...overtime,
  },
  {
    name: "replacing in a way that squares",
    source: "export default () => { const t = 'a'.repeat(2e4); for (;;) t.replaceAll('', t).length; };",
    ...overtime,
  },
  {
    name: "a prototype chain of proxies",
    source:
      "export default () => { let o = {}; for (let n = 0; n < 1e4; n++) o = new Proxy({}, { getPrototypeOf: () => o }); const p = new Proxy({}, { getPrototypeOf() { return p; } }); for (;;) { try { o instanceof Object; Object.prototype.isPrototypeOf.call(Array.prototype, p); } catch {} } };",
    ...overtime,
  },
  {
    name: "a getter in the details of an error that loops",
    source:
      "import { FunctionError } from 'ferrule'; export default () => { throw new FunctionError('A', 'b', { details: { get x() { for (;;); } } }); };",
    ...overtime,
  },
  {
    name: "a logged value whose keys never end",
    source:
      "export default (i, ctx) => { ctx.log.info('x', new Proxy({}, { ownKeys() { for (;;); } })); return 'done'; };",
    ...overtime,
  },
  {
    name: "console.log of a value that loops when it is made a text",
    source:
      "export default () => { console.log('%d %s', 1, new Proxy({}, { get() { for (;;); }, ownKeys() { for (;;); } })); return 'done'; };",
    ...overtime,
  },
  {
    name: "a stream that is always ready",
    source:
      "export default async () => { const s = new ReadableStream({ pull(c) { c.enqueue(1); } }); for await (const x of s); };",
    ...overtime,
  },
  {
    name: "a transform that feeds itself",
    source:
      "export default async () => { const t = new TransformStream({ transform(c, k) { k.enqueue(c); k.enqueue(c); } }); const w = t.writable.getWriter(); (async () => { for (;;) await w.write(1); })(); for await (const x of t.readable); };",
    ...overtime,
  },
  {
    name: "an async generator without end",
    source: "export default async () => { async function* g() { for (;;) yield 1; } for await (const x of g()); };",
    ...overtime,
  },
  {
    name: "two message ports that answer each other for ever",
    source:
      "export default () => new Promise(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = (e) => port1.postMessage(e.data); port2.onmessage = (e) => port2.postMessage(e.data); port1.postMessage(1); });",
    ...overtime,
  },
  {
    name: "an event that dispatches itself anew",
    source:
      "export default () => { const t = new EventTarget(); t.addEventListener('a', () => { t.dispatchEvent(new Event('a')); for (;;); }); t.dispatchEvent(new Event('a')); };",
    ...overtime,
  },
  {
    name: "a cloned value whose getter makes another",
    source:
      "export default () => { const make = () => ({ get next() { return make(); } }); try { structuredClone(make()); } catch (e) { return e.name; } };",
    expect: { returns: "RangeError" },
  },
  {
    name: "a URLPattern that backtracks for ever",
    source:
      "export default () => new URLPattern({ pathname: '/((?:a+)+)b' }).test({ pathname: '/' + 'a'.repeat(40) + 'c' });",
    timeoutMs: overtimeMs,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a form whose boundary is everywhere",
    source:
      "export default async () => { const body = ('\\r\\n--a\\r\\ncontent-disposition: form-data; name=\"x\"\\r\\n\\r\\n').repeat(2e4); for (;;) await new Response(body, { headers: { 'content-type': 'multipart/form-data; boundary=a' } }).formData().catch(() => 0); };",
    ...overtime,
  },
  {
    name: "keys derived one after the other for ever",
    source:
      "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); for (;;) await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 1e6 }, k, 256); };",
    ...overtime,
  },
];
