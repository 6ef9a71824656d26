import type { Attack } from "./attack.ts";

const http = { method: "GET", path: "/", headers: {}, query: {} };
const mcp = { clientInfo: null, capabilities: {}, progress: true };

/** Programs that change what the platform's own code relies on, or look for what it hides. */
export const platformAttacks: Attack[] = [
  {
    name: "the engine's own ArrayBuffer, taken from a replaced Reflect.construct",
    source:
      "let taken; const { construct } = Reflect; Reflect.construct = (target, ...rest) => { taken = target; return construct(target, ...rest); }; export default () => { new ArrayBuffer(8); return taken === undefined; };",
    expect: { returns: true },
  },
  {
    name: "an ArrayBuffer that grows by way of constructors and subclasses",
    source:
      "export default () => { class Mine extends ArrayBuffer {} const o = { maxByteLength: 2 ** 30 }; Object.defineProperty(Object.prototype, 'maxByteLength', { value: 2 ** 30 }); return [new Mine(8, o), new (new ArrayBuffer(8).constructor)(8, o), new (new Uint8Array(8).buffer.constructor)(8, o), Reflect.construct(ArrayBuffer, [8, o], Mine), new ArrayBuffer(8).slice(0), new ArrayBuffer(8).transfer(4)].map((b) => b.resizable); };",
    expect: { returns: [false, false, false, false, false, false] },
  },
  {
    name: "the platform's objects at the top level, before anything was taken away",
    source:
      "const found = Object.getOwnPropertyNames(globalThis).filter((n) => n.startsWith('__')); export default () => found;",
    expect: { returns: [] },
  },
  {
    name: "more from the module ferrule than it says",
    source: "import * as all from 'ferrule'; export default () => Object.keys(all);",
    expect: { returns: ["FunctionError"] },
  },
  {
    name: "the platform's internal module",
    source: "import { attach } from 'internal'; export default () => typeof attach;",
    expect: { throws: /not part of it/ },
  },
  {
    name: "its own module again, as the platform names it",
    source: "import again from 'function'; export default () => typeof again;",
    expect: { throws: /not part of it/ },
  },
  {
    name: "an answer whose bytes say that they are none",
    source:
      "Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength', { get: () => 0 }); Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 0 }); export default (i, ctx) => ctx.http.respond({ body: 'x'.repeat(8e6) });",
    memoryMb: 256,
    over: { http },
    expect: { ended: ["output"] },
  },
  {
    name: "a header of seventy megabytes",
    source: "export default (i, ctx) => ctx.http.respond({ headers: { 'x-y': 'y'.repeat(70e6) } });",
    memoryMb: 512,
    over: { http },
    expect: { ended: ["output"] },
  },
  {
    name: "a progress message of seventy megabytes",
    source: "export default async (i, ctx) => { await ctx.progress(1, 2, 'x'.repeat(70e6)); return 'done'; };",
    memoryMb: 256,
    over: { mcp },
    expect: { returns: "done" },
  },
  {
    name: "a progress report that a toJSON of its own has blown up",
    source:
      "export default async (i, ctx) => { Object.prototype.toJSON = () => 'x'.repeat(70e6); await ctx.progress(1, 2); delete Object.prototype.toJSON; return 'done'; };",
    memoryMb: 512,
    over: { mcp },
    expect: { returns: "done" },
  },
  {
    name: "a host call whose argument a toJSON would forge",
    source:
      "export default async (i, ctx) => { Object.prototype.toJSON = () => { delete Object.prototype.toJSON; return { url: 'https://example.com/', method: 'CONNECT', headers: [['__proto__', 'a']], redirect: 'follow', hasBody: false }; }; try { await fetch('https://example.com'); } catch (e) { delete Object.prototype.toJSON; return [e.name, e.message]; } };",
    expect: {
      returns: [
        "FunctionError",
        "This Function is not granted https://example.com. Add \"example.com\" to `hosts` in the Function's permissions, and where the endpoint's policy lists hosts, there too.",
      ],
    },
  },
  {
    name: "an error of seventy megabytes at the top level",
    source: "throw new Error('x'.repeat(70e6)); export default () => 1;",
    memoryMb: 512,
    expect: { throws: /^Error: x{4000}/ },
  },
  {
    name: "an unhandled rejection of seventy megabytes",
    source:
      "export default async () => { Promise.reject(new Error('x'.repeat(70e6))); await new Promise((r) => setTimeout(r, 20)); return 'done'; };",
    memoryMb: 512,
    expect: { returns: "done" },
  },
  {
    name: "frames of the platform while it clones",
    source:
      "export default () => { const seen = new Set(); structuredClone({ get x() { Error.prepareStackTrace = (e, sites) => sites; for (const s of new Error('x').stack) { seen.add(typeof s.getFunction()); seen.add(typeof s.getThis()); } Error.prepareStackTrace = undefined; return 1; } }); return [...seen]; };",
    expect: { returns: ["undefined"] },
  },
  {
    name: "the caller and the arguments of a sloppy function",
    source:
      "export default () => { const sloppy = new Function('try { const c = arguments.callee.caller; return c === null ? \"nobody\" : typeof c; } catch (e) { return e.name; }'); const seen = new Set(); structuredClone({ get x() { seen.add(sloppy()); return 1; } }); [1].map(sloppy).forEach((s) => seen.add(s)); return [...seen].filter((s) => s === 'object' ); };",
    expect: { returns: [] },
  },
  {
    name: "call, apply and bind replaced",
    source:
      "const stolen = []; Function.prototype.call = function (...a) { stolen.push(this); }; Function.prototype.apply = Function.prototype.call; Function.prototype.bind = Function.prototype.call; export default async (i, ctx) => { ctx.log.info('a'); await new Promise((r) => setTimeout(r, 1)); return stolen.length; };",
    expect: { returns: 0 },
  },
  {
    name: "the Promise constructor replaced under the platform's promises",
    source:
      "export default async (i, ctx) => { let seen = 0; Object.defineProperty(Promise.prototype, 'constructor', { get() { seen += 1; throw new Error('no'); } }); try { await ctx.progress(1); } catch {} return 'done'; };",
    expect: { throws: /no/ },
  },
  {
    name: "a setter on Object.prototype for each field of an answer",
    source:
      "for (const n of ['kind', 'text', 'safe', 'code', 'status', 'resolve', 'reject', 'op', 'bytes', 'run', 'at']) Object.defineProperty(Object.prototype, n, { set() { throw new Error(n); }, get() { return undefined; }, configurable: true }); export default async () => { await new Promise((r) => setTimeout(r, 1)); return 'fine'; };",
    expect: { returns: "fine" },
  },
  {
    name: "static members that only the platform uses",
    source:
      "const plain = new Set(['length', 'name', 'prototype']); export default () => Object.getOwnPropertyNames(globalThis).flatMap((n) => { const v = globalThis[n]; return typeof v === 'function' ? Object.getOwnPropertyNames(v).filter((k) => /^(?:platform|of|is[A-Z]?|is|pairsOf|stateOf|bytesOf|open|link|move|received|ofSignals|freeze)$/.test(k) && !['Object', 'Array', 'Iterator', 'Number', 'Error', 'ArrayBuffer'].includes(n) && Object.getPrototypeOf(v) !== Object.getPrototypeOf(Uint8Array)).map((k) => `${n}.${k}`) : []; });",
    expect: { returns: [] },
  },
  {
    name: "the material of a key that must not be exported",
    source:
      "export default async () => { const k = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']); const refused = await crypto.subtle.exportKey('raw', k).then(() => 'out', (e) => e.name); return [refused, JSON.stringify(k), Reflect.ownKeys(k).length, structuredClone(k).extractable]; };",
    expect: { returns: ["InvalidAccessError", "{}", 0, false] },
  },
  {
    name: "an AbortSignal that claims to be one",
    source:
      "export default async () => { try { await fetch('https://example.com', { signal: Object.create(AbortSignal.prototype) }); } catch (e) { return e.name; } };",
    expect: { returns: "TypeError" },
  },
  {
    name: "what a frozen part of the context has been given",
    source:
      "export default (i, ctx) => { const tried = []; for (const part of [ctx.secrets, ctx.cache, ctx.log, ctx.caller]) { try { 'use strict'; part.mine = 1; tried.push('kept'); } catch (e) { tried.push(e.name); } } return tried; };",
    expect: { returns: ["TypeError", "TypeError", "TypeError", "TypeError"] },
  },
];
