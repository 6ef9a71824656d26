export default () =>
  [
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
  ].filter((name) => name in globalThis);
