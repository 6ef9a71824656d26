import { overtimeMs, type Attack } from "./attack.ts";

/** Programs that send, log, wait or ask for more than they may. */
export const floodAttacks: Attack[] = [
  {
    name: "an output of 7 MiB",
    source: "export default () => 'x'.repeat(7 * 1024 * 1024);",
    expect: { ended: ["output"] },
  },
  {
    name: "an output whose bytes are more than its characters",
    source: "export default () => '\\u20ac'.repeat(3 * 1024 * 1024);",
    expect: { ended: ["output"] },
  },
  {
    name: "a log without end",
    source: "export default (i, ctx) => { for (let n = 0; n < 1e5; n++) ctx.log.info('line ' + n); return 'done'; };",
    expect: { returns: "done" },
  },
  {
    name: "log entries of a megabyte",
    source:
      "export default () => { for (let n = 0; n < 100; n++) console.log('x'.repeat(1048576), { n }); return 'done'; };",
    expect: { returns: "done" },
  },
  {
    name: "timers without end",
    source: "export default () => { for (;;) setTimeout(() => {}, 1e6); };",
    expect: { throws: /1000 timers/ },
  },
  {
    name: "host calls without end",
    source:
      "export default async (i, ctx) => { const a = []; for (let n = 0; n < 2e3; n++) a.push(ctx.secrets.get('A')); await Promise.all(a); };",
    expect: { throws: /at once|does not offer/ },
  },
  {
    name: "progress without end",
    source: "export default async (i, ctx) => { for (let n = 0; n < 1e4; n++) await ctx.progress(n); return 'done'; };",
    expect: { returns: "done" },
  },
  {
    name: "random bytes without end",
    source:
      "export default () => { for (let n = 0; n < 300; n++) crypto.getRandomValues(new Uint8Array(65536)); return 'done'; };",
    expect: { returns: "done" },
  },
  {
    name: "digests without end",
    source:
      "export default async () => { const d = new Uint8Array(1e6); for (;;) await Promise.all([1,2,3,4,5,6,7,8].map(() => crypto.subtle.digest('SHA-512', d))); };",
    timeoutMs: overtimeMs,
    // On a crowded machine the digests that wait may take more memory than the Function may have.
    expect: { ended: ["timeout", "memory"] },
  },
  {
    name: "a key derivation that takes minutes",
    source:
      "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 1e9 }, k, 256); };",
    expect: { throws: /iterations/ },
  },
];
