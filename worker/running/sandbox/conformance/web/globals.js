import { observeAll, throws } from "./observe.ts";

const interfaces = (
  "AbortController AbortSignal Blob ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent " +
  "DOMException DecompressionStream ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent MessagePort " +
  "Navigator Performance PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader " +
  "ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto " +
  "TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern " +
  "URLSearchParams WritableStream WritableStreamDefaultController WritableStreamDefaultWriter"
).split(" ");
const functions =
  "atob btoa clearInterval clearTimeout fetch queueMicrotask reportError setInterval setTimeout structuredClone".split(
    " ",
  );

/** How many arguments each constructor requires, as Web IDL counts them. All others require none. */
const lengths = {
  ByteLengthQueuingStrategy: 1,
  CompressionStream: 1,
  CountQueuingStrategy: 1,
  CustomEvent: 1,
  DecompressionStream: 1,
  ErrorEvent: 1,
  Event: 1,
  File: 2,
  MessageEvent: 1,
  PromiseRejectionEvent: 2,
  ReadableStreamBYOBReader: 1,
  ReadableStreamDefaultReader: 1,
  Request: 1,
  URL: 1,
  WritableStreamDefaultWriter: 1,
};

/**
 * The Minimum Common Web API (ECMA-429): the existing globals, in the shape that Web IDL requires.
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "every interface is there",
    async () => {
      return interfaces.filter((n) => typeof globalThis[n] !== "function");
    },
    [],
  ],
  [
    "interfaces bear their names",
    async () => {
      return interfaces.filter((n) => globalThis[n].name !== n);
    },
    [],
  ],
  [
    "interfaces are writable, configurable and not enumerable",
    async () => {
      return interfaces.filter((n) => {
        const d = Object.getOwnPropertyDescriptor(globalThis, n);
        return !d.writable || !d.configurable || d.enumerable;
      });
    },
    [],
  ],
  [
    "interfaces say how many arguments they need",
    async () => {
      return interfaces
        .filter((n) => globalThis[n].length !== (lengths[n] ?? 0))
        .map((n) => n + " " + globalThis[n].length);
    },
    [],
  ],
  [
    "prototypes bear the name as their tag, not to be written",
    async () => {
      return interfaces.filter((n) => {
        const d = Object.getOwnPropertyDescriptor(globalThis[n].prototype, Symbol.toStringTag);
        return d?.value !== n || d.writable || d.enumerable || !d.configurable;
      });
    },
    [],
  ],
  [
    "prototypes cannot be replaced",
    async () => {
      return interfaces.filter((n) => Object.getOwnPropertyDescriptor(globalThis[n], "prototype").writable);
    },
    [],
  ],
  [
    "members of prototypes are enumerable",
    async () => {
      return interfaces.flatMap((n) => {
        const p = globalThis[n].prototype;
        return Object.getOwnPropertyNames(p)
          .filter((k) => k !== "constructor" && !Object.getOwnPropertyDescriptor(p, k).enumerable)
          .map((k) => n + "." + k);
      });
    },
    [],
  ],
  [
    "no member is the platform's own",
    async () => {
      return interfaces.flatMap((n) =>
        Object.getOwnPropertyNames(globalThis[n].prototype)
          .filter((k) => k.startsWith("_"))
          .map((k) => n + "." + k),
      );
    },
    [],
  ],
  [
    "attributes refuse objects of other kinds",
    async () => {
      return interfaces.flatMap((n) => {
        const p = globalThis[n].prototype;
        return Object.getOwnPropertyNames(p)
          .filter((k) => {
            const g = Object.getOwnPropertyDescriptor(p, k).get;
            if (!g) return false;
            try {
              const got = g.call({});
              got?.catch?.(() => 0);
              return !(got instanceof Promise);
            } catch (e) {
              return e.name !== "TypeError";
            }
          })
          .map((k) => n + "." + k);
      });
    },
    [],
  ],
  [
    "methods refuse objects of other kinds",
    async () => {
      const found = [];
      for (const n of interfaces) {
        const p = globalThis[n].prototype;
        for (const k of Object.getOwnPropertyNames(p)) {
          const m = Object.getOwnPropertyDescriptor(p, k).value;
          if (typeof m !== "function" || k === "constructor") continue;
          try {
            await m.call({}, ...Array(m.length).fill("x"));
            found.push(n + "." + k);
          } catch (e) {
            if (e.name !== "TypeError") found.push(n + "." + k + " " + e.name);
          }
        }
      }
      return found;
    },
    [],
  ],
  [
    "methods refuse too few arguments",
    async () => {
      const found = [];
      const ports = new MessageChannel();
      const made = {
        Headers: new Headers(),
        FormData: new FormData(),
        URLSearchParams: new URLSearchParams(),
        EventTarget: new EventTarget(),
        MessagePort: ports.port1,
        SubtleCrypto: crypto.subtle,
        Crypto: crypto,
      };
      for (const [n, o] of Object.entries(made))
        for (const k of Object.getOwnPropertyNames(globalThis[n].prototype)) {
          const m = Object.getOwnPropertyDescriptor(globalThis[n].prototype, k).value;
          if (typeof m !== "function" || k === "constructor" || m.length === 0) continue;
          try {
            await m.apply(o, []);
            found.push(n + "." + k);
          } catch (e) {
            if (e.name !== "TypeError") found.push(n + "." + k + " " + e.name);
          }
        }
      return found;
    },
    [],
  ],
  [
    "interfaces need new",
    async () => {
      return interfaces.filter((n) => {
        try {
          globalThis[n]();
          return true;
        } catch (e) {
          return e.name !== "TypeError";
        }
      });
    },
    [],
  ],
  [
    "what only the platform makes cannot be made",
    async () => {
      return [
        "AbortSignal",
        "Crypto",
        "CryptoKey",
        "MessagePort",
        "Navigator",
        "Performance",
        "SubtleCrypto",
        "ReadableStreamDefaultController",
        "ReadableByteStreamController",
        "ReadableStreamBYOBRequest",
        "WritableStreamDefaultController",
        "TransformStreamDefaultController",
      ].filter((n) => throws(() => new globalThis[n]()) !== "TypeError");
    },
    [],
  ],
  [
    "functions are there, enumerable, with names and lengths",
    async () => {
      return functions.map((n) => {
        const d = Object.getOwnPropertyDescriptor(globalThis, n);
        return [d.value.name === n, d.enumerable, d.writable, d.configurable, d.value.length].join();
      });
    },
    [
      "true,true,true,true,1",
      "true,true,true,true,1",
      "true,true,true,true,0",
      "true,true,true,true,0",
      "true,true,true,true,1",
      "true,true,true,true,1",
      "true,true,true,true,1",
      "true,true,true,true,1",
      "true,true,true,true,1",
      "true,true,true,true,1",
    ],
  ],
  [
    "functions are not constructors of anything",
    async () => {
      return ["setTimeout", "fetch"].filter((n) => "prototype" in globalThis[n]);
    },
    [],
  ],
  [
    "objects are there under their own interfaces",
    async () => {
      return [crypto, crypto.subtle, navigator, performance, console, globalThis.self === globalThis].map(String);
    },
    [
      "[object Crypto]",
      "[object SubtleCrypto]",
      "[object Navigator]",
      "[object Performance]",
      "[object console]",
      "true",
    ],
  ],
  [
    "inheritance is what it should be",
    async () => {
      return [
        File.prototype instanceof Blob,
        AbortSignal.prototype instanceof EventTarget,
        CustomEvent.prototype instanceof Event,
        MessagePort.prototype instanceof EventTarget,
        Performance.prototype instanceof EventTarget,
        DOMException.prototype instanceof Error,
        Object.getPrototypeOf(Request.prototype) === Object.prototype,
        Object.getPrototypeOf(Response.prototype) === Object.prototype,
        Object.getPrototypeOf(File) === Blob,
      ];
    },
    Array.from({ length: 9 }, () => true),
  ],
  [
    "what cannot be had is not there",
    async () => {
      return [
        "process",
        "require",
        "Buffer",
        "WebSocket",
        "Worker",
        "WebAssembly",
        "SharedArrayBuffer",
        "Atomics",
        "XMLHttpRequest",
        "window",
        "document",
        "localStorage",
        "indexedDB",
        "Deno",
        "Bun",
        "global",
      ].filter((n) => n in globalThis);
    },
    [],
  ],
  [
    "reportError tells onerror, and else the log",
    async () => {
      let told;
      globalThis.onerror = (message, s, l, c, error) => {
        told = error;
        return true;
      };
      const mine = new Error("x");
      reportError(mine);
      globalThis.onerror = null;
      return told === mine;
    },
    true,
  ],
  [
    "the user agent is Ferrule",
    async () => {
      return navigator.userAgent;
    },
    "Ferrule",
  ],
  [
    "performance counts whole milliseconds from the call's beginning",
    async () => {
      const a = performance.now();
      await new Promise((r) => setTimeout(r, 5));
      const b = performance.now();
      return [
        a >= 0,
        b - a >= 4,
        Number.isInteger(b),
        Math.abs(performance.timeOrigin + b - Date.now()) < 100,
        Object.keys(performance.toJSON()),
      ];
    },
    [true, true, true, true, ["timeOrigin"]],
  ],
  [
    "console has the methods of its standard",
    async () => {
      return [
        "assert",
        "clear",
        "count",
        "countReset",
        "debug",
        "dir",
        "dirxml",
        "error",
        "group",
        "groupCollapsed",
        "groupEnd",
        "info",
        "log",
        "table",
        "time",
        "timeEnd",
        "timeLog",
        "trace",
        "warn",
      ].filter((n) => typeof console[n] !== "function" || console[n].name !== n);
    },
    [],
  ],
];

export default observeAll(cases);
