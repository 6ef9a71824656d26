import type { Attack } from "./attack.ts";

/** In the short form some hoards cannot fill their memory in time, and the time limit ends them. */
const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const timeoutMs = full ? 4_000 : 600;
/** In the short form it is less, so that they fill it sooner. */
const bomb = { timeoutMs, memoryMb: full ? 32 : 12, expect: { ended: ["memory" as const, "timeout" as const] } };

/** Programs that ask for more memory than they have, of every kind. */
export const memoryAttacks: Attack[] = [
  {
    name: "arrays without end",
    source: "export default () => { const a = []; for (;;) a.push(new Array(10000).fill(a.length)); };",
    ...bomb,
  },
  {
    name: "objects kept over many turns",
    source:
      "export default async () => { const a = []; for (;;) { a.push({ x: 'y'.repeat(1000) + a.length }); if (a.length % 1000 === 0) await null; } };",
    ...bomb,
  },
  {
    name: "strings that double",
    source:
      "export default () => { const kept = []; for (let s = 'abcdefgh'; ; s += s) { kept.push([...s.slice(0, 1000000)]); } };",
    ...bomb,
  },
  {
    name: "array buffers without end",
    source: "export default () => { const a = []; for (;;) a.push(new Uint8Array(1048576).fill(1)); };",
    ...bomb,
  },
  {
    name: "array buffers that are caught and tried again",
    source:
      "export default () => { const a = []; for (;;) { try { for (;;) a.push(new ArrayBuffer(8388608)); } catch {} } };",
    ...bomb,
  },
  {
    name: "a JSON text that unfolds",
    source:
      "export default () => { const a = []; const t = '[' + '0,'.repeat(1000000) + '0]'; for (;;) a.push(JSON.parse(t)); };",
    ...bomb,
  },
  {
    name: "a map without end",
    source: "export default () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, { i }); };",
    ...bomb,
  },
  {
    name: "promises without end",
    source: "export default async () => { const a = []; for (;;) a.push(new Promise(() => {})); };",
    ...bomb,
  },
  {
    name: "clones without end",
    source:
      "export default () => { const a = []; const b = new Uint8Array(1048576); for (;;) a.push(structuredClone(b)); };",
    ...bomb,
  },
  {
    name: "one allocation far beyond the limit",
    source: "export default () => new Uint8Array(2 ** 31).length;",
    memoryMb: 32,
    expect: { ended: ["memory"] },
  },
  {
    name: "a buffer that may grow",
    source: "export default () => { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); return b.resizable; };",
    expect: { returns: false },
  },
];
