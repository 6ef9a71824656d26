import { collect, observeAll, rejects, textOf, throws } from "./observe.ts";

/**
 * https://streams.spec.whatwg.org/#ws and on, and https://compression.spec.whatwg.org
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "writing in order, and what is ready",
    async () => {
      const l = [];
      const w = new WritableStream(
        {
          start() {
            l.push("start");
          },
          async write(x) {
            await null;
            l.push(x);
          },
          close() {
            l.push("close");
          },
        },
        { highWaterMark: 1 },
      ).getWriter();
      const d = [w.desiredSize];
      w.write(1);
      d.push(w.desiredSize);
      await w.ready;
      w.write(2);
      await w.close();
      return [d, l];
    },
    [
      [1, 0],
      ["start", 1, 2, "close"],
    ],
  ],
  [
    "a sink that fails, and one that is aborted",
    async () => {
      const w = new WritableStream({
        write() {
          throw new RangeError("x");
        },
      }).getWriter();
      const first = await rejects(w.write(1));
      let why;
      const v = new WritableStream({
        abort(r) {
          why = r;
        },
      }).getWriter();
      const closed = rejects(v.closed);
      await v.abort(new EvalError("y"));
      return [first, await rejects(w.write(2)), await rejects(w.closed), why.name, await closed];
    },
    ["RangeError", "RangeError", "RangeError", "EvalError", "EvalError"],
  ],
  [
    "a sink's signal tells of the abort",
    async () => {
      let signal;
      const s = new WritableStream({
        start(c) {
          signal = c.signal;
        },
        write() {
          return new Promise(() => {});
        },
      });
      const w = s.getWriter();
      w.write(1).catch(() => 0);
      w.closed.catch(() => 0);
      w.ready.catch(() => 0);
      await new Promise((r) => setTimeout(r, 1));
      void w.abort("z").catch(() => 0);
      return [signal instanceof AbortSignal, signal.aborted, signal.reason];
    },
    [true, true, "z"],
  ],
  [
    "pipeTo writes all and closes",
    async () => {
      const l = [];
      await ReadableStream.from([1, 2]).pipeTo(
        new WritableStream({
          write(x) {
            l.push(x);
          },
          close() {
            l.push("closed");
          },
        }),
      );
      return l;
    },
    [1, 2, "closed"],
  ],
  [
    "pipeTo passes errors both ways unless told not to",
    async () => {
      const bad = () =>
        new ReadableStream({
          start(c) {
            c.error(new RangeError("x"));
          },
        });
      let aborted = 0;
      const sink = () =>
        new WritableStream({
          abort() {
            aborted++;
          },
        });
      const a = await rejects(bad().pipeTo(sink()));
      const b = await rejects(bad().pipeTo(sink(), { preventAbort: true }));
      let cancelled;
      const c = await rejects(
        new ReadableStream({
          pull(k) {
            k.enqueue(1);
          },
          cancel(r) {
            cancelled = r.name;
          },
        }).pipeTo(
          new WritableStream({
            write() {
              throw new EvalError("y");
            },
          }),
        ),
      );
      return [a, b, aborted, c, cancelled];
    },
    ["RangeError", "RangeError", 1, "EvalError", "EvalError"],
  ],
  [
    "pipeTo is ended by a signal",
    async () => {
      const c = new AbortController();
      let cancelled;
      let aborted;
      const p = new ReadableStream({
        cancel(r) {
          cancelled = r;
        },
      }).pipeTo(
        new WritableStream({
          abort(r) {
            aborted = r;
          },
        }),
        { signal: c.signal },
      );
      c.abort("stop");
      let told;
      try {
        await p;
      } catch (e) {
        told = e;
      }
      return [
        told,
        cancelled,
        aborted,
        await rejects(new ReadableStream().pipeTo(new WritableStream(), { signal: {} })),
      ];
    },
    ["stop", "stop", "stop", "TypeError"],
  ],
  [
    "transforms",
    async () => {
      const t = new TransformStream({
        start(c) {
          c.enqueue("s");
        },
        transform(x, c) {
          c.enqueue(x * 2);
          c.enqueue(x * 3);
        },
        flush(c) {
          c.enqueue("f");
        },
      });
      return collect(ReadableStream.from([1, 2]).pipeThrough(t));
    },
    ["s", 2, 3, 4, 6, "f"],
  ],
  [
    "a transform of nothing passes on, one that throws fails both sides",
    async () => {
      const same = await collect(ReadableStream.from([1, 2]).pipeThrough(new TransformStream()));
      const t = new TransformStream({
        transform() {
          throw new RangeError("x");
        },
      });
      const w = t.writable.getWriter();
      w.write(1).catch(() => 0);
      w.closed.catch(() => 0);
      w.ready.catch(() => 0);
      return [same, await rejects(t.readable.getReader().read()), await rejects(w.write(2))];
    },
    [[1, 2], "RangeError", "RangeError"],
  ],
  [
    "a transform may end early",
    async () => {
      const t = new TransformStream({
        transform(x, c) {
          c.enqueue(x);
          c.terminate();
        },
      });
      const w = t.writable.getWriter();
      w.write(1).catch(() => 0);
      w.closed.catch(() => 0);
      w.ready.catch(() => 0);
      return [await collect(t.readable), await rejects(w.write(2))];
    },
    [[1], "TypeError"],
  ],
  [
    "compression there and back in each format",
    async () => {
      const data = new Uint8Array(200000).map((_, i) => i % 7);
      const out = [];
      for (const f of ["gzip", "deflate", "deflate-raw"]) {
        const packed = await new Response(new Blob([data]).stream().pipeThrough(new CompressionStream(f))).bytes();
        const back = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream(f))).bytes();
        out.push(
          packed.length < 5000,
          back.length,
          back.every((x, i) => x === i % 7),
        );
      }
      return out;
    },
    [true, 200_000, true, true, 200_000, true, true, 200_000, true],
  ],
  [
    "what others have compressed",
    async () => {
      const from = (t) => new Blob([Uint8Array.from(atob(t), (c) => c.charCodeAt(0))]).stream();
      return [
        await textOf(from("H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==").pipeThrough(new DecompressionStream("gzip"))),
        await textOf(from("eJzLSM3JyQcABiwCFQ==").pipeThrough(new DecompressionStream("deflate"))),
        await textOf(from("y0jNyckHAA==").pipeThrough(new DecompressionStream("deflate-raw"))),
      ];
    },
    ["hello", "hello", "hello"],
  ],
  [
    "compressed data that is cut off, changed or followed by more fails",
    async () => {
      const good = Uint8Array.from(atob("eJzLSM3JyQcABiwCFQ=="), (c) => c.charCodeAt(0));
      const read = (b) => rejects(textOf(new Blob([b]).stream().pipeThrough(new DecompressionStream("deflate"))));
      const changed = good.slice();
      changed[changed.length - 1] ^= 1;
      return [
        await read(good),
        await read(good.slice(0, 8)),
        await read(changed),
        await read(new Uint8Array([...good, 0])),
        await read(new Uint8Array(0)),
        await rejects(ReadableStream.from(["text"]).pipeThrough(new DecompressionStream("gzip")).getReader().read()),
      ];
    },
    ["nothing", "TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
  ],
  [
    "compression needs a format that there is",
    async () => {
      return [
        throws(() => new CompressionStream("zip")),
        throws(() => new DecompressionStream()),
        throws(() => new CompressionStream("GZIP")),
      ];
    },
    ["TypeError", "TypeError", "TypeError"],
  ],
];

export default observeAll(cases);
