import type { WebCase } from "./web-case.ts";

/** https://streams.spec.whatwg.org and https://compression.spec.whatwg.org */
export const streamCases: readonly WebCase[] = [
  [
    "a stream is pulled as it is read",
    `const l = []; let n = 0; const s = new ReadableStream({ start() { l.push("start"); }, pull(c) { l.push("pull" + n); c.enqueue(n++); if (n === 3) c.close(); } }, { highWaterMark: 0 }); const r = s.getReader(); l.push(await r.read()); l.push(await r.read(), await r.read(), await r.read()); return l;`,
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
    `const s = new ReadableStream(); const r = s.getReader(); const locked = [s.locked, throws(() => s.getReader()), await rejects(s.cancel())]; r.releaseLock(); return [locked, s.locked, await rejects(r.read()), await rejects(r.closed)];`,
    [[true, "TypeError", "TypeError"], false, "TypeError", "TypeError"],
  ],
  [
    "cancelling tells the source why",
    `let why; const s = new ReadableStream({ cancel(r) { why = r; } }); await s.cancel("enough"); return [why, (await s.getReader().read()).done];`,
    ["enough", true],
  ],
  [
    "errors reach who reads",
    `const s = new ReadableStream({ pull() { throw new RangeError("x"); } }); const r = s.getReader(); return [await rejects(r.read()), await rejects(r.closed)];`,
    ["RangeError", "RangeError"],
  ],
  [
    "async iteration, and what ends it early",
    `const made = () => { let cancelled = false; const s = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel() { cancelled = true; } }); return [s, () => cancelled]; }; const [a, wasA] = made(); for await (const x of a) break; const [b, wasB] = made(); for await (const x of b.values({ preventCancel: true })) break; return [wasA(), wasB(), b.locked];`,
    [true, false, false],
  ],
  [
    "ReadableStream.from",
    `async function* g() { yield 1; yield 2; } return [await collect(ReadableStream.from([3, 4])), await collect(ReadableStream.from(g())), await collect(ReadableStream.from("ab")), throws(() => ReadableStream.from(1))];`,
    [[3, 4], [1, 2], ["a", "b"], "TypeError"],
  ],
  [
    "sizes and high-water marks",
    `let controller; new ReadableStream({ start(c) { controller = c; } }, { highWaterMark: 5, size: (x) => x }); const d = [controller.desiredSize]; controller.enqueue(3); d.push(controller.desiredSize); controller.enqueue(4); d.push(controller.desiredSize); controller.close(); return [d, throws(() => controller.enqueue(1)), throws(() => controller.close()), new CountQueuingStrategy({ highWaterMark: 3 }).size({}), new ByteLengthQueuingStrategy({ highWaterMark: 3 }).size(new Uint8Array(7)), throws(() => new ReadableStream({}, { highWaterMark: -1 }))];`,
    [[5, 2, -2], "TypeError", "TypeError", 1, 7, "RangeError"],
  ],
  [
    "tee gives both all of it",
    `const [a, b] = ReadableStream.from([1, 2, 3]).tee(); const x = await collect(a); return [x, await collect(b)];`,
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
  ],
  [
    "tee cancels when both have",
    `let why; const s = new ReadableStream({ cancel(r) { why = r; } }); const [a, b] = s.tee(); const p = a.cancel(1); await new Promise((r) => setTimeout(r, 1)); const before = why; b.cancel(2); await p; return [before ?? null, why];`,
    [null, [1, 2]],
  ],
  [
    "byte streams fill the buffer that is given",
    `let n = 0; const s = new ReadableStream({ type: "bytes", pull(c) { const v = c.byobRequest.view; for (let i = 0; i < 3; i++) v[i] = ++n; c.byobRequest.respond(3); } }); const r = s.getReader({ mode: "byob" }); const b = new Uint8Array(8); const got = await r.read(b); return [[...got.value], b.byteLength, got.value.buffer.byteLength, s.locked];`,
    [[1, 2, 3], 0, 8, true],
  ],
  [
    "byte streams read with a minimum, and plainly",
    `const made = () => { let n = 0; return new ReadableStream({ type: "bytes", pull(c) { if (n === 5) { c.close(); c.byobRequest?.respond(0); } else c.enqueue(new Uint8Array([++n])); } }); }; const r = made().getReader({ mode: "byob" }); const got = await r.read(new Uint8Array(4), { min: 3 }); return [[...got.value], (await collect(made())).map((c) => c[0])];`,
    [
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ],
  ],
  [
    "byte streams refuse what is no bytes, or empty",
    `let c; const s = new ReadableStream({ type: "bytes", start(x) { c = x; } }); return [throws(() => c.enqueue("a")), throws(() => c.enqueue(new Uint8Array(0))), await rejects(s.getReader({ mode: "byob" }).read(new Uint8Array(0))), throws(() => new ReadableStream().getReader({ mode: "byob" })), throws(() => new ReadableStream({ type: "x" }))];`,
    ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
  ],
  [
    "writing in order, and what is ready",
    `const l = []; const w = new WritableStream({ start() { l.push("start"); }, async write(x) { await null; l.push(x); }, close() { l.push("close"); } }, { highWaterMark: 1 }).getWriter(); const d = [w.desiredSize]; w.write(1); d.push(w.desiredSize); await w.ready; w.write(2); await w.close(); return [d, l];`,
    [
      [1, 0],
      ["start", 1, 2, "close"],
    ],
  ],
  [
    "a sink that fails, and one that is aborted",
    `const w = new WritableStream({ write() { throw new RangeError("x"); } }).getWriter(); const first = await rejects(w.write(1)); let why; const v = new WritableStream({ abort(r) { why = r; } }).getWriter(); const closed = rejects(v.closed); await v.abort(new EvalError("y")); return [first, await rejects(w.write(2)), await rejects(w.closed), why.name, await closed];`,
    ["RangeError", "RangeError", "RangeError", "EvalError", "EvalError"],
  ],
  [
    "a sink's signal tells of the abort",
    `let signal; const s = new WritableStream({ start(c) { signal = c.signal; }, write() { return new Promise(() => {}); } }); const w = s.getWriter(); w.write(1).catch(() => 0); w.closed.catch(() => 0); w.ready.catch(() => 0); await new Promise((r) => setTimeout(r, 1)); void w.abort("z").catch(() => 0); return [signal instanceof AbortSignal, signal.aborted, signal.reason];`,
    [true, true, "z"],
  ],
  [
    "pipeTo writes all and closes",
    `const l = []; await ReadableStream.from([1, 2]).pipeTo(new WritableStream({ write(x) { l.push(x); }, close() { l.push("closed"); } })); return l;`,
    [1, 2, "closed"],
  ],
  [
    "pipeTo passes errors both ways unless told not to",
    `const bad = () => new ReadableStream({ start(c) { c.error(new RangeError("x")); } }); let aborted = 0; const sink = () => new WritableStream({ abort() { aborted++; } }); const a = await rejects(bad().pipeTo(sink())); const b = await rejects(bad().pipeTo(sink(), { preventAbort: true })); let cancelled; const c = await rejects(new ReadableStream({ pull(k) { k.enqueue(1); }, cancel(r) { cancelled = r.name; } }).pipeTo(new WritableStream({ write() { throw new EvalError("y"); } }))); return [a, b, aborted, c, cancelled];`,
    ["RangeError", "RangeError", 1, "EvalError", "EvalError"],
  ],
  [
    "pipeTo is ended by a signal",
    `const c = new AbortController(); let cancelled; let aborted; const p = new ReadableStream({ cancel(r) { cancelled = r; } }).pipeTo(new WritableStream({ abort(r) { aborted = r; } }), { signal: c.signal }); c.abort("stop"); let told; try { await p; } catch (e) { told = e; } return [told, cancelled, aborted, await rejects(new ReadableStream().pipeTo(new WritableStream(), { signal: {} }))];`,
    ["stop", "stop", "stop", "TypeError"],
  ],
  [
    "transforms",
    `const t = new TransformStream({ start(c) { c.enqueue("s"); }, transform(x, c) { c.enqueue(x * 2); c.enqueue(x * 3); }, flush(c) { c.enqueue("f"); } }); return collect(ReadableStream.from([1, 2]).pipeThrough(t));`,
    ["s", 2, 3, 4, 6, "f"],
  ],
  [
    "a transform of nothing passes on, one that throws fails both sides",
    `const same = await collect(ReadableStream.from([1, 2]).pipeThrough(new TransformStream())); const t = new TransformStream({ transform() { throw new RangeError("x"); } }); const w = t.writable.getWriter(); w.write(1).catch(() => 0); w.closed.catch(() => 0); w.ready.catch(() => 0); return [same, await rejects(t.readable.getReader().read()), await rejects(w.write(2))];`,
    [[1, 2], "RangeError", "RangeError"],
  ],
  [
    "a transform may end early",
    `const t = new TransformStream({ transform(x, c) { c.enqueue(x); c.terminate(); } }); const w = t.writable.getWriter(); w.write(1).catch(() => 0); w.closed.catch(() => 0); w.ready.catch(() => 0); return [await collect(t.readable), await rejects(w.write(2))];`,
    [[1], "TypeError"],
  ],
  [
    "compression there and back in each format",
    `const data = new Uint8Array(200000).map((_, i) => i % 7); const out = []; for (const f of ["gzip", "deflate", "deflate-raw"]) { const packed = await new Response(new Blob([data]).stream().pipeThrough(new CompressionStream(f))).bytes(); const back = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream(f))).bytes(); out.push(packed.length < 5000, back.length, back.every((x, i) => x === i % 7)); } return out;`,
    [true, 200_000, true, true, 200_000, true, true, 200_000, true],
  ],
  [
    "what others have compressed",
    `const from = (t) => new Blob([Uint8Array.from(atob(t), (c) => c.charCodeAt(0))]).stream(); return [await textOf(from("H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==").pipeThrough(new DecompressionStream("gzip"))), await textOf(from("eJzLSM3JyQcABiwCFQ==").pipeThrough(new DecompressionStream("deflate"))), await textOf(from("y0jNyckHAA==").pipeThrough(new DecompressionStream("deflate-raw")))];`,
    ["hello", "hello", "hello"],
  ],
  [
    "compressed data that is cut off, changed or followed by more fails",
    `const good = Uint8Array.from(atob("eJzLSM3JyQcABiwCFQ=="), (c) => c.charCodeAt(0)); const read = (b) => rejects(textOf(new Blob([b]).stream().pipeThrough(new DecompressionStream("deflate")))); const changed = good.slice(); changed[changed.length - 1] ^= 1; return [await read(good), await read(good.slice(0, 8)), await read(changed), await read(new Uint8Array([...good, 0])), await read(new Uint8Array(0)), await rejects(ReadableStream.from(["text"]).pipeThrough(new DecompressionStream("gzip")).getReader().read())];`,
    ["nothing", "TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
  ],
  [
    "compression needs a format that there is",
    `return [throws(() => new CompressionStream("zip")), throws(() => new DecompressionStream()), throws(() => new CompressionStream("GZIP"))];`,
    ["TypeError", "TypeError", "TypeError"],
  ],
];
