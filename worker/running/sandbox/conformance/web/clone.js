import { observeAll, throws } from "./observe.ts";

/**
 * https://html.spec.whatwg.org/#safe-passing-of-structured-data and https://html.spec.whatwg.org/#channel-messaging
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "primitives",
    async () => {
      return [
        structuredClone(1),
        structuredClone("a"),
        structuredClone(null),
        structuredClone(undefined) === undefined,
        Object.is(structuredClone(-0), -0),
        String(structuredClone(5n)),
        structuredClone(true),
      ];
    },
    [1, "a", null, true, true, "5", true],
  ],
  [
    "boxed primitives",
    async () => {
      return [new Number(1), new String("a"), new Boolean(false), Object(5n)].map((b) => {
        const c = structuredClone(b);
        return [typeof c, String(c.valueOf()), c !== b, c.constructor === b.constructor];
      });
    },
    [
      ["object", "1", true, true],
      ["object", "a", true, true],
      ["object", "false", true, true],
      ["object", "5", true, true],
    ],
  ],
  [
    "dates and regular expressions, without lastIndex",
    async () => {
      const r = /a/gi;
      r.lastIndex = 3;
      const c = structuredClone(r);
      return [structuredClone(new Date(5)).getTime(), String(c), c.lastIndex, isNaN(structuredClone(new Date(NaN)))];
    },
    [5, "/a/gi", 0, true],
  ],
  [
    "cycles and shared parts",
    async () => {
      const o = { list: [] };
      o.self = o;
      o.list.push(o.list, o);
      const c = structuredClone(o);
      return [c.self === c, c.list[0] === c.list, c.list[1] === c, c !== o];
    },
    [true, true, true, true],
  ],
  [
    "Maps and Sets with what is in them",
    async () => {
      const k = {};
      const m = new Map([
        [k, 1],
        ["k", k],
      ]);
      m.set("m", m);
      const c = structuredClone(m);
      const s = structuredClone(new Set([1, "a", m]));
      return [c.size, c.get("m") === c, [...c.keys()][0] === c.get("k"), s.has(1), s.size];
    },
    [3, true, true, true, 3],
  ],
  [
    "arrays with holes and names of their own",
    async () => {
      const a = [1, , 3];
      a.x = "y";
      const c = structuredClone(a);
      return [c.length, 1 in c, c.x, Array.isArray(c)];
    },
    [3, false, "y", true],
  ],
  [
    "buffers and all kinds of views, sharing as before",
    async () => {
      const b = new ArrayBuffer(16);
      const v = {
        b,
        u: new Uint8Array(b, 4, 8),
        f: new Float64Array(b),
        d: new DataView(b, 2, 3),
        g: new BigInt64Array(1),
      };
      v.u[0] = 7;
      const c = structuredClone(v);
      return [
        c.u.buffer === c.b,
        c.f.buffer === c.b,
        c.u[0],
        c.u.length,
        c.u.byteOffset,
        c.d.byteLength,
        c.b !== b,
        c.g.constructor.name,
        c.u.constructor.name,
      ];
    },
    [true, true, 7, 8, 4, 3, true, "BigInt64Array", "Uint8Array"],
  ],
  [
    "errors with message, name, stack and cause",
    async () => {
      const e = new RangeError("m", { cause: { a: 1 } });
      const c = structuredClone(e);
      const odd = structuredClone(Object.assign(new Error("x"), { name: "Mine", extra: 1 }));
      return [c instanceof RangeError, c.name, c.message, c.stack === e.stack, c.cause, odd.name, "extra" in odd];
    },
    [true, "RangeError", "m", true, { a: 1 }, "Error", false],
  ],
  [
    "only own enumerable text keys, getters read",
    async () => {
      class A {
        constructor() {
          this.x = 1;
        }
        get y() {
          return 2;
        }
      }
      const o = Object.create({ inherited: 1 }, { hidden: { value: 1 }, shown: { enumerable: true, get: () => 3 } });
      o[Symbol("s")] = 1;
      const c = structuredClone(new A());
      return [structuredClone(o), c, c instanceof A, Object.getPrototypeOf(c) === Object.prototype];
    },
    [{ shown: 3 }, { x: 1 }, false, true],
  ],
  [
    "a key named __proto__ stays a key",
    async () => {
      const o = JSON.parse('{"__proto__": {"a": 1}}');
      const c = structuredClone(o);
      return [Object.hasOwn(c, "__proto__"), c.a === undefined];
    },
    [true, true],
  ],
  [
    "what cannot be cloned",
    async () => {
      const d = new ArrayBuffer(1);
      d.transfer();
      return [
        () => 1,
        Symbol("x"),
        Promise.resolve(),
        new WeakMap(),
        new WeakSet(),
        { deep: [() => 1] },
        new Headers(),
        new Request("https://a"),
        new Response(),
        new AbortController().signal,
        new ReadableStream(),
        new EventTarget(),
        new Event("a"),
        new URL("https://a"),
        new MessageChannel().port1,
        d,
      ].map((v) => {
        try {
          structuredClone(v);
          return "cloned";
        } catch (e) {
          return e.name + e.code;
        }
      });
    },
    Array.from({ length: 16 }, () => "DataCloneError25"),
  ],
  [
    "Blobs, Files, exceptions and keys",
    async () => {
      const f = structuredClone(new File(["ab"], "n.txt", { type: "text/plain", lastModified: 5 }));
      const b = structuredClone(new Blob(["x"], { type: "a/b" }));
      const e = structuredClone(new DOMException("m", "AbortError"));
      const k = structuredClone(
        await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-GCM", false, ["encrypt"]),
      );
      return [
        f instanceof File,
        f.name,
        f.type,
        f.lastModified,
        await f.text(),
        b instanceof File,
        b.type,
        e.name,
        e.message,
        e instanceof DOMException,
        k.type,
        k.extractable,
        k.usages,
      ];
    },
    [true, "n.txt", "text/plain", 5, "ab", false, "a/b", "AbortError", "m", true, "secret", false, ["encrypt"]],
  ],
  [
    "transferring empties what was given",
    async () => {
      const b = new ArrayBuffer(8);
      const u = new Uint8Array(b);
      u[0] = 9;
      const c = structuredClone({ u }, { transfer: [b] });
      return [b.byteLength, u.length, c.u[0], c.u.length, b.detached];
    },
    [0, 0, 9, 8, true],
  ],
  [
    "a transfer that fails changes nothing",
    async () => {
      const b = new ArrayBuffer(8);
      const told = [
        throws(() => structuredClone(() => 1, { transfer: [b] })),
        throws(() => structuredClone(1, { transfer: [b, b] })),
        throws(() => structuredClone(1, { transfer: [{}] })),
        throws(() => structuredClone(1, { transfer: [1] })),
      ];
      return [told, b.byteLength, throws(() => structuredClone())];
    },
    [["DataCloneError", "DataCloneError", "DataCloneError", "DataCloneError"], 8, "TypeError"],
  ],
  [
    "a getter that throws is heard as it is",
    async () => {
      let told;
      try {
        structuredClone({
          get a() {
            throw 7;
          },
        });
      } catch (e) {
        told = e;
      }
      return told;
    },
    7,
  ],
  [
    "messages arrive later, in order, cloned",
    async () => {
      const { port1, port2 } = new MessageChannel();
      const seen = [];
      const o = { n: 1 };
      await new Promise((done) => {
        port2.onmessage = (e) => {
          seen.push(e.data, e instanceof MessageEvent, e.target === port2);
          if (seen.length === 6) done();
        };
        port1.postMessage(o);
        o.n = 2;
        port1.postMessage(o);
        seen.length === 0 || seen.push("at once");
      });
      return seen;
    },
    [{ n: 1 }, true, true, { n: 2 }, true, true],
  ],
  [
    "a port waits until it is started, and is deaf when closed",
    async () => {
      const { port1, port2 } = new MessageChannel();
      let n = 0;
      port2.addEventListener("message", () => n++);
      port1.postMessage(1);
      await new Promise((r) => setTimeout(r, 5));
      const before = n;
      port2.start();
      await new Promise((r) => setTimeout(r, 5));
      const started = n;
      port1.close();
      port1.postMessage(2);
      await new Promise((r) => setTimeout(r, 5));
      return [before, started, n];
    },
    [0, 1, 1],
  ],
  [
    "ports and buffers move with a message",
    async () => {
      const a = new MessageChannel(),
        b = new MessageChannel();
      const buffer = new ArrayBuffer(4);
      const got = await new Promise((done) => {
        a.port2.onmessage = done;
        a.port1.postMessage({ port: b.port2, buffer }, [b.port2, buffer]);
      });
      const heard = new Promise((done) => {
        got.data.port.onmessage = (e) => done(e.data);
      });
      b.port1.postMessage("through");
      return [
        await heard,
        got.ports.length,
        got.ports[0] === got.data.port,
        got.data.buffer.byteLength,
        buffer.byteLength,
      ];
    },
    ["through", 1, true, 4, 0],
  ],
];

export default observeAll(cases);
