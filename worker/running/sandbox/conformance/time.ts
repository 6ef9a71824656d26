import { overtimeMs, type Attack } from "./attack.ts";

const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const] } };

/** Programs that never end, in every possible way. */
export const timeAttacks: Attack[] = [
  { name: "an endless loop", source: "export default () => { while (true); };", ...overtime },
  {
    name: "an endless loop after an await",
    source: "export default async () => { await null; while (true); };",
    ...overtime,
  },
  {
    name: "an endless loop after a timer",
    source: "export default async () => { await new Promise((r) => setTimeout(r, 10)); while (true); };",
    ...overtime,
  },
  {
    name: "a flood of microtasks",
    source: "export default () => { const f = () => Promise.resolve().then(f); return f(); };",
    ...overtime,
  },
  { name: "a promise that never resolves", source: "export default () => new Promise(() => {});", ...overtime },
  { name: "an endless loop at the top level", source: "while (true); export default () => 1;", ...overtime },
  {
    name: "a top-level await that never resolves",
    source: "await new Promise(() => {}); export default () => 1;",
    ...overtime,
  },
  {
    name: "indexOf over 2^53 holes",
    source: "export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);",
    ...overtime,
  },
  {
    name: "includes over 2^53 holes",
    source: "export default () => Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);",
    ...overtime,
  },
  { name: "a huge BigInt power", source: "export default () => String(3n ** (2n ** 24n)).length;", ...overtime },
  {
    name: "sorting a sparse giant",
    source: "export default () => { const a = []; a.length = 2 ** 32 - 1; a[1] = 1; return a.sort().length; };",
    timeoutMs: overtimeMs,
    expect: { ended: ["timeout", "memory"] },
  },
  {
    name: "a regular expression that backtracks for ever",
    source: 'export default () => /^(?:(a+)+)+\\1$/.test("a".repeat(40) + "b");',
    timeoutMs: overtimeMs,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a thenable that loops",
    source: "export default () => ({ then() { while (true); } });",
    ...overtime,
  },
  {
    name: "a toJSON that loops",
    source: "export default () => ({ toJSON() { while (true); } });",
    ...overtime,
  },
  {
    name: "a thrown proxy whose traps loop",
    source:
      "export default () => { throw new Proxy({}, { get() { while (true); }, getPrototypeOf() { while (true); } }); };",
    ...overtime,
  },
  {
    name: "a rejected proxy that nobody handles",
    source:
      "export default async () => { Promise.reject(new Proxy(new Error('x'), { get() { while (true); } })); await new Promise(() => {}); };",
    ...overtime,
  },
  {
    name: "an abort listener that loops",
    source:
      "export default (i, ctx) => new Promise(() => { ctx.signal.addEventListener('abort', () => { while (true); }); });",
    ...overtime,
  },
  {
    name: "catching what ends it",
    source: "export default () => { for (;;) { try { for (;;); } catch {} finally { continue; } } };",
    ...overtime,
  },
  {
    name: "endless recursion",
    source: "export default () => { const f = () => f() + 1; return f(); };",
    expect: { throws: /RangeError: Maximum call stack/ },
  },
  {
    name: "a timer that fires for ever",
    source: "export default () => new Promise(() => { setInterval(() => {}, 0); });",
    ...overtime,
  },
];
