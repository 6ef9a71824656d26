import { collect, observeAll, rejects, throws } from "./observe.ts";

/**
 * https://streams.spec.whatwg.org/#rs
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "a stream is pulled as it is read",
    async () => {
      const l = [];
      let n = 0;
      const s = new ReadableStream(
        {
          start() {
            l.push("start");
          },
          pull(c) {
            l.push("pull" + n);
            c.enqueue(n++);
            if (n === 3) c.close();
          },
        },
        { highWaterMark: 0 },
      );
      const r = s.getReader();
      l.push(await r.read());
      l.push(await r.read(), await r.read(), await r.read());
      return l;
    },
    [
      "start",
      "pull0",
      { value: 0, done: false },
      "pull1",
      "pull2",
      { value: 1, done: false },
      { value: 2, done: false },
      { done: true },
    ],
  ],
  [
    "a stream is read by one at a time",
    async () => {
      const s = new ReadableStream();
      const r = s.getReader();
      const locked = [s.locked, throws(() => s.getReader()), await rejects(s.cancel())];
      r.releaseLock();
      return [locked, s.locked, await rejects(r.read()), await rejects(r.closed)];
    },
    [[true, "TypeError", "TypeError"], false, "TypeError", "TypeError"],
  ],
  [
    "cancelling tells the source why",
    async () => {
      let why;
      const s = new ReadableStream({
        cancel(r) {
          why = r;
        },
      });
      await s.cancel("enough");
      return [why, (await s.getReader().read()).done];
    },
    ["enough", true],
  ],
  [
    "errors reach who reads",
    async () => {
      const s = new ReadableStream({
        pull() {
          throw new RangeError("x");
        },
      });
      const r = s.getReader();
      return [await rejects(r.read()), await rejects(r.closed)];
    },
    ["RangeError", "RangeError"],
  ],
  [
    "async iteration, and what ends it early",
    async () => {
      const made = () => {
        let cancelled = false;
        const s = new ReadableStream({
          pull(c) {
            c.enqueue(1);
          },
          cancel() {
            cancelled = true;
          },
        });
        return [s, () => cancelled];
      };
      const [a, wasA] = made();
      for await (const _ of a) break;
      const [b, wasB] = made();
      for await (const _ of b.values({ preventCancel: true })) break;
      return [wasA(), wasB(), b.locked];
    },
    [true, false, false],
  ],
  [
    "ReadableStream.from",
    async () => {
      async function* g() {
        yield 1;
        yield 2;
      }
      return [
        await collect(ReadableStream.from([3, 4])),
        await collect(ReadableStream.from(g())),
        await collect(ReadableStream.from("ab")),
        throws(() => ReadableStream.from(1)),
      ];
    },
    [[3, 4], [1, 2], ["a", "b"], "TypeError"],
  ],
  [
    "sizes and high-water marks",
    async () => {
      let controller;
      new ReadableStream(
        {
          start(c) {
            controller = c;
          },
        },
        { highWaterMark: 5, size: (x) => x },
      );
      const d = [controller.desiredSize];
      controller.enqueue(3);
      d.push(controller.desiredSize);
      controller.enqueue(4);
      d.push(controller.desiredSize);
      controller.close();
      return [
        d,
        throws(() => controller.enqueue(1)),
        throws(() => controller.close()),
        new CountQueuingStrategy({ highWaterMark: 3 }).size({}),
        new ByteLengthQueuingStrategy({ highWaterMark: 3 }).size(new Uint8Array(7)),
        throws(() => new ReadableStream({}, { highWaterMark: -1 })),
      ];
    },
    [[5, 2, -2], "TypeError", "TypeError", 1, 7, "RangeError"],
  ],
  [
    "tee gives both all of it",
    async () => {
      const [a, b] = ReadableStream.from([1, 2, 3]).tee();
      const x = await collect(a);
      return [x, await collect(b)];
    },
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
  ],
  [
    "tee cancels when both have",
    async () => {
      let why;
      const s = new ReadableStream({
        cancel(r) {
          why = r;
        },
      });
      const [a, b] = s.tee();
      const p = a.cancel(1);
      await new Promise((r) => setTimeout(r, 1));
      const before = why;
      b.cancel(2);
      await p;
      return [before ?? null, why];
    },
    [null, [1, 2]],
  ],
  [
    "byte streams fill the buffer that is given",
    async () => {
      let n = 0;
      const s = new ReadableStream({
        type: "bytes",
        pull(c) {
          const v = c.byobRequest.view;
          for (let i = 0; i < 3; i++) v[i] = ++n;
          c.byobRequest.respond(3);
        },
      });
      const r = s.getReader({ mode: "byob" });
      const b = new Uint8Array(8);
      const got = await r.read(b);
      return [[...got.value], b.byteLength, got.value.buffer.byteLength, s.locked];
    },
    [[1, 2, 3], 0, 8, true],
  ],
  [
    "byte streams read with a minimum, and plainly",
    async () => {
      const made = () => {
        let n = 0;
        return new ReadableStream({
          type: "bytes",
          pull(c) {
            if (n === 5) {
              c.close();
              c.byobRequest?.respond(0);
            } else c.enqueue(new Uint8Array([++n]));
          },
        });
      };
      const r = made().getReader({ mode: "byob" });
      const got = await r.read(new Uint8Array(4), { min: 3 });
      return [[...got.value], (await collect(made())).map((c) => c[0])];
    },
    [
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ],
  ],
  [
    "byte streams refuse what is no bytes, or empty",
    async () => {
      let c;
      const s = new ReadableStream({
        type: "bytes",
        start(x) {
          c = x;
        },
      });
      return [
        throws(() => c.enqueue("a")),
        throws(() => c.enqueue(new Uint8Array(0))),
        await rejects(s.getReader({ mode: "byob" }).read(new Uint8Array(0))),
        throws(() => new ReadableStream().getReader({ mode: "byob" })),
        throws(() => new ReadableStream({ type: "x" })),
      ];
    },
    ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
  ],
];

export default observeAll(cases);
