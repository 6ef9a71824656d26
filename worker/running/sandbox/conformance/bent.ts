import type { Attack } from "./attack.ts";

const mcp = { clientInfo: null, capabilities: {}, progress: true };
const reported = { mcp, onProgress: () => undefined };
const http = { method: "GET", path: "/", headers: {}, query: {} };
const sha256OfAbc = "ba7816bf";
const digestOfAbc =
  "const d = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([97, 98, 99]))); " +
  "return [...d.slice(0, 4)].map((b) => b.toString(16).padStart(2, '0')).join('');";

/** Programs that change the prototypes that everything in their isolate inherits, and then make the platform act. */
export const bentAttacks: Attack[] = [
  {
    name: "Object.prototype.toJSON before a report of progress",
    timeoutMs: 5_000,
    source:
      "export default async (i, ctx) => { Object.prototype.toJSON = () => null; await ctx.progress(1, 2, 'half'); delete Object.prototype.toJSON; return 'done'; };",
    over: reported,
    expect: { returns: "done" },
  },
  {
    name: "toJSON of everything before each thing that the platform tells",
    timeoutMs: 5_000,
    source:
      "import { FunctionError } from 'ferrule'; for (const one of [Object, Array, String, Number, Function]) one.prototype.toJSON = () => ({ forged: true }); export default async (i, ctx) => { await ctx.progress(1, 2); ctx.log.info('said', { a: 1 }); console.log('said', [1]); await ctx.cache.get('k').catch(() => 0); await fetch('http://127.0.0.1:1/', { headers: { a: 'b' } }).catch(() => 0); throw new FunctionError('MINE', 'as it was written', { status: 418, details: { a: 1 } }); };",
    over: reported,
    expect: { throws: /^as it was written$/ },
  },
  {
    name: "toJSON of objects and arrays before a digest",
    timeoutMs: 5_000,
    source: `Object.prototype.toJSON = Array.prototype.toJSON = () => 'bent'; export default async () => { ${digestOfAbc} };`,
    expect: { returns: sha256OfAbc },
  },
  {
    name: "toJSON before an answer of a route",
    timeoutMs: 5_000,
    source:
      "export default (i, ctx) => { Object.prototype.toJSON = Array.prototype.toJSON = () => null; return ctx.http.respond({ status: 201, headers: { 'x-a': ['b', 'c'] }, body: 'fine' }); };",
    over: { http },
    expect: {
      returns: {
        status: 201,
        headers: { "x-a": ["b", "c"], "content-type": "text/plain; charset=utf-8" },
        body: "fine",
      },
    },
  },
  {
    name: "accessors that every property descriptor inherits",
    timeoutMs: 5_000,
    source:
      "export default async (i, ctx) => { for (const name of ['get', 'set']) Object.prototype[name] = () => 'bent'; const said = await ctx.cache.get('k').catch((e) => e.code); return said; };",
    expect: { returns: "UNAVAILABLE" },
  },
  {
    name: "a then that every object inherits",
    timeoutMs: 5_000,
    source:
      "export default async (i, ctx) => { Object.defineProperty(Object.prototype, 'then', { configurable: true, get() { throw new Error('then'); } }); try { await ctx.progress(1); return 'done'; } finally { delete Object.prototype.then; } };",
    over: reported,
    expect: { returns: "done" },
  },
  {
    name: "setters and getters for whatever the platform's own objects hold",
    timeoutMs: 5_000,
    source:
      "for (const name of ['op', 'name', 'json', 'bytes', 'asked', 'resolve', 'reject', 'done', 'total', 'kind', 'text', 'head', 'status', '0', '1', '2', '3', 'value']) Object.defineProperty(Object.prototype, name, { configurable: true, get() { return 'bent'; }, set() { throw new Error('set'); } }); export default async (i, ctx) => { await ctx.progress(1, 2); return await ctx.cache.get('k').catch((e) => e.code); };",
    over: reported,
    expect: { returns: "UNAVAILABLE" },
  },
  {
    name: "an Error that says of nothing that it is one",
    timeoutMs: 5_000,
    source:
      "Object.defineProperty(Error, Symbol.hasInstance, { value() { throw new Error('hasInstance'); } }); export default () => { throw new TypeError('the real one'); };",
    expect: { throws: /^TypeError: the real one$/ },
  },
  {
    name: "globals that the platform might make its bytes and numbers of",
    timeoutMs: 5_000,
    source:
      "export default async (i, ctx) => { for (const name of ['Uint8Array', 'Number', 'String', 'Promise', 'Map', 'Array', 'Object', 'JSON', 'Reflect', 'Error']) globalThis[name] = function () { return { byteLength: 'x', length: -1, get: 1 }; }; await ctx.progress(1, 2, 3); return await ctx.cache.get('k').catch((e) => e.code); };",
    over: reported,
    expect: { returns: "UNAVAILABLE" },
  },
  {
    name: "bytes of an answer that are no bytes",
    timeoutMs: 5_000,
    source:
      "const Real = Uint8Array; export default (i, ctx) => { globalThis.Uint8Array = function (n) { return typeof n === 'number' ? { byteLength: 1e9, length: 1e9 } : new Float64Array(9); }; try { return ctx.http.respond({ status: 200 }); } finally { globalThis.Uint8Array = Real; } };",
    over: { http },
    expect: { returns: { status: 200, headers: {}, body: "" } },
  },
  {
    name: "species and constructors of promises",
    timeoutMs: 5_000,
    source:
      "class Bent extends Promise { static get [Symbol.species]() { throw new Error('species'); } } Object.defineProperty(Promise, Symbol.species, { value: Bent }); Promise.prototype.constructor = Bent; export default async (i, ctx) => { await ctx.progress(1); return 'done'; };",
    over: reported,
    expect: { throws: /species/ },
  },
];
