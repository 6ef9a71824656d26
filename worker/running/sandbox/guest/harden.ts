/**
 * Removed on purpose: other threads, memory that limits do not count, and ways to observe or delay the garbage
 * collector.
 */
const absent = ["WebAssembly", "SharedArrayBuffer", "Atomics", "FinalizationRegistry", "WeakRef", "__core-js_shared__"];

const genuine = ArrayBuffer;
const { construct } = Reflect;

/** Keeps ArrayBuffers from growing: the engine's memory limit does not count memory that is reserved for growth. */
function boundArrayBuffers(): void {
  if (globalThis.ArrayBuffer !== genuine) return;
  const bounded = function ArrayBuffer(this: unknown, length?: number): ArrayBuffer {
    if (new.target === undefined) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    return construct(genuine, [length], new.target === bounded ? genuine : new.target) as ArrayBuffer;
  };
  Object.defineProperty(bounded, "prototype", { value: genuine.prototype, writable: false });
  Object.defineProperty(bounded, "length", { value: 1, configurable: true });
  Object.defineProperty(bounded, "name", { value: "ArrayBuffer", configurable: true });
  for (const key of ["isView", Symbol.species] as const) {
    Object.defineProperty(bounded, key, Object.getOwnPropertyDescriptor(genuine, key)!);
  }
  Object.defineProperty(genuine.prototype, "constructor", {
    value: bounded,
    writable: true,
    configurable: true,
    enumerable: false,
  });
  Object.defineProperty(globalThis, "ArrayBuffer", {
    value: bounded,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

/** Removes things that a Function must not have. It runs in each isolate, because V8 adds some of them late. */
export function harden(): void {
  for (const name of absent) delete (globalThis as Record<string, unknown>)[name];
  boundArrayBuffers();
}
