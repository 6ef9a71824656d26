import type { Attack } from "./attack.ts";

/** Programs that throw unusual values or change how errors behave. */
export const errorAttacks: Attack[] = [
  {
    name: "null is thrown",
    source: "export default () => { throw null; };",
    expect: { throws: /^The Function threw null$/ },
  },
  {
    name: "undefined is rejected",
    source: "export default () => Promise.reject();",
    expect: { throws: /threw undefined$/ },
  },
  { name: "a string is thrown", source: "export default () => { throw 'oops'; };", expect: { throws: /threw oops$/ } },
  {
    name: "a message of a hundred megabytes",
    source: "export default () => { throw new Error('x'.repeat(1e7)); };",
    expect: { throws: /^x{4096}$/ },
  },
  {
    name: "a proxy that throws from each trap",
    source:
      "export default () => { const t = () => { throw new Error('trap'); }; throw new Proxy(new Error('inner'), { get: t, getPrototypeOf: t, has: t, ownKeys: t, getOwnPropertyDescriptor: t }); };",
    expect: { throws: /threw|trap|Error/ },
  },
  {
    name: "getters for message, name and stack that throw",
    source:
      "export default () => { const e = new Error('m'); for (const k of ['message', 'name', 'stack']) Object.defineProperty(e, k, { get() { throw new Error('no'); } }); throw e; };",
    expect: { throws: /.*/ },
  },
  {
    name: "a prepareStackTrace that looks for the platform's functions",
    source:
      "export default () => { const found = []; Error.prepareStackTrace = (e, sites) => { for (const s of sites) { found.push(typeof s.getFunction(), typeof s.getThis()); } return 'x'; }; void new Error('a').stack; Error.prepareStackTrace = undefined; return [...new Set(found)]; };",
    expect: { returns: ["undefined"] },
  },
  {
    name: "a prepareStackTrace that throws",
    source: "Error.prepareStackTrace = () => { throw 1; }; export default () => { throw new Error('real'); };",
    expect: { throws: /real|1/ },
  },
  {
    name: "a stack without end",
    source:
      "Error.stackTraceLimit = 1e9; export default () => { const f = (n) => (n === 0 ? (() => { throw new Error('deep'); })() : f(n - 1)); f(5000); };",
    expect: { throws: /^deep$/ },
  },
  {
    name: "JSON that cannot be made",
    source: "export default () => { const a = {}; a.a = a; return a; };",
    expect: { throws: /circular/ },
  },
  { name: "a BigInt as output", source: "export default () => 1n;", expect: { throws: /BigInt/ } },
  {
    name: "a FunctionError in disguise",
    source:
      "import { FunctionError } from 'ferrule'; export default () => { throw Object.assign(Object.create(FunctionError.prototype), { code: 'X', message: 'not genuine' }); };",
    expect: { throws: /not genuine/ },
  },
  {
    name: "JSON.stringify and Promise.prototype.then replaced",
    source:
      "JSON.stringify = () => 'forged'; JSON.parse = () => 'forged'; Promise.prototype.then = () => { throw new Error('then'); }; export default (i) => ({ fine: true });",
    expect: { returns: { fine: true } },
  },
  {
    name: "Array, Map and Object prototypes poisoned",
    source:
      "Map.prototype.get = Map.prototype.set = () => { throw 1; }; Array.prototype.push = () => { throw 2; }; Array.prototype[Symbol.iterator] = () => { throw 3; }; Object.defineProperty(Object.prototype, 'status', { get() { return 418; } }); export default async () => { await new Promise((r) => setTimeout(r, 1)); return 'fine'; };",
    expect: { returns: "fine" },
  },
];
