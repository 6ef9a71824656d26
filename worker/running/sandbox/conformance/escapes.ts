import type { Attack } from "./attack.ts";

const names = [
  "process",
  "require",
  "module",
  "Buffer",
  "global",
  "WebAssembly",
  "SharedArrayBuffer",
  "Atomics",
  "FinalizationRegistry",
  "WeakRef",
  "WebSocket",
  "Worker",
  "importScripts",
  "__ferrule_boot",
  "__ferrule_module",
];

/** Attempts to escape, which must lead nowhere. */
export const escapeAttacks: Attack[] = [
  {
    name: "absent globals",
    source: `export default () => ${JSON.stringify(names)}.filter((name) => name in globalThis);`,
    expect: { returns: [] },
  },
  {
    name: "the constructor's constructor",
    source:
      "export default (i, ctx) => [ctx, ctx.log.info, fetch, console.log, Promise, setTimeout, URL, ctx.signal, crypto.subtle].map((v) => v.constructor.constructor('return typeof process + typeof require')());",
    expect: { returns: Array.from({ length: 9 }, () => "undefinedundefined") },
  },
  {
    name: "the caller of a platform function",
    source:
      "export default () => { try { return String((function f() { return f.caller; })()?.caller ?? 'nothing').includes('host'); } catch (e) { return false; } };",
    expect: { returns: false },
  },
  {
    name: "eval and new Function stay inside",
    source:
      "globalThis.mark = 7; export default () => [(0, eval)('mark'), new Function('return mark')(), typeof eval('typeof process')];",
    expect: { returns: [7, 7, "string"] },
  },
  {
    name: "import() of a built-in module",
    source: "export default () => import('node:fs').then(() => 'in', () => 'refused');",
    expect: { returns: "refused" },
  },
  {
    name: "import.meta",
    source: "export default () => Object.keys(import.meta);",
    expect: { returns: [] },
  },
  {
    name: "an error of the engine bears no paths",
    source:
      "export default () => { try { structuredClone(() => 1); } catch (e) { return /\\/(?:work|usr|home|root|tmp)|node_modules|isolated/.test(e.stack + e.message); } };",
    expect: { returns: false },
  },
  {
    name: "a host error bears no paths",
    source:
      "export default async (i, ctx) => { try { await fetch('https://example.com'); } catch (e) { return [e.code, /\\/(?:work|usr|home|root)|node_modules/.test(e.stack)]; } };",
    expect: { returns: ["EGRESS_DENIED", false] },
  },
  {
    name: "the classes of the platform cannot be made by hand",
    source:
      "export default () => [() => new AbortSignal(), () => new CryptoKey({}, {})].map((f) => { try { f(); return 'made'; } catch (e) { return e.name; } });",
    expect: { returns: ["TypeError", "TypeError"] },
  },
  {
    name: "WebAssembly through a constructor",
    source: "export default () => { try { return typeof (0, eval)('WebAssembly'); } catch (e) { return e.name; } };",
    expect: { returns: "ReferenceError" },
  },
  {
    name: "shared memory through a typed array",
    source:
      "export default () => { try { const S = (0, eval)('SharedArrayBuffer'); return typeof new S(8); } catch (e) { return e.name; } };",
    expect: { returns: "ReferenceError" },
  },
  {
    name: "environment and clock tell nothing of the host",
    source:
      "export default () => [performance.now() < 20000, Number.isInteger(performance.now()), new Date().getTimezoneOffset(), navigator.userAgent];",
    expect: { returns: [true, true, 0, "Ferrule"] },
  },
];
