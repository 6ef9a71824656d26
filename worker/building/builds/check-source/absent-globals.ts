/**
 * Globals that other runtimes have and the sandbox lacks, each with its replacement. Node's are reported as
 * NODE_GLOBAL, CommonJS's as COMMONJS, the rest as GLOBAL_UNAVAILABLE.
 */
export const absentGlobals = new Map<
  string,
  { code: "NODE_GLOBAL" | "COMMONJS" | "GLOBAL_UNAVAILABLE"; fix: string }
>();

const node = (name: string, fix: string) => absentGlobals.set(name, { code: "NODE_GLOBAL", fix });
const commonJs = (name: string, fix: string) => absentGlobals.set(name, { code: "COMMONJS", fix });
const absent = (name: string, fix: string) => absentGlobals.set(name, { code: "GLOBAL_UNAVAILABLE", fix });

node(
  "process",
  'Use `await ctx.secrets.get("NAME")` for configuration, `ctx` for facts of the call, and `performance.now()` for time.',
);
node("Buffer", "Use `Uint8Array` with `TextEncoder`/`TextDecoder`, and `btoa`/`atob` for Base64.");
node("global", "Use `globalThis`.");
node("setImmediate", "Use `queueMicrotask` or `setTimeout(callback, 0)`.");
node("clearImmediate", "Use `setTimeout` and `clearTimeout`.");
commonJs("require", 'Write `import … from "…"` at the top of the source; a Function is an ES module.');
commonJs("module", "Write `export default async function …`; a Function is an ES module.");
commonJs("exports", "Write `export default async function …`; a Function is an ES module.");
commonJs("__dirname", "A Function has no file system.");
commonJs("__filename", "A Function has no file system.");
absent("window", "Use `globalThis`.");
absent("document", "A Function has no DOM.");
absent("localStorage", "Use `ctx.cache` or `ctx.collection(name)`.");
absent("sessionStorage", "Use `ctx.cache` or `ctx.collection(name)`.");
absent("XMLHttpRequest", "Use `fetch`.");
absent("WebSocket", "Use `fetch`; a call cannot hold a connection open.");
absent("EventSource", "Use `fetch` and read `response.body`.");
absent("Worker", "A Function runs on one thread.");
absent("alert", "Use `ctx.log.info(message)`.");
absent("Deno", "Use the Web APIs and `ctx`.");
absent("Bun", "Use the Web APIs and `ctx`.");
absent("WebAssembly", "The sandbox runs JavaScript only.");
absent("SharedArrayBuffer", "Use `ArrayBuffer`; a Function runs on one thread.");
absent("Atomics", "A Function runs on one thread.");
absent("WeakRef", "Keep an ordinary reference, or use `WeakMap`.");
absent("FinalizationRegistry", "Release in a `finally` block or with `using`.");

/** Those that TypeScript's own library declares, so that no type error reveals them. */
export const declaredButAbsent = new Set(["SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry"]);
