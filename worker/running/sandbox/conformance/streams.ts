import type { AnswerSink } from "../call/invocation.ts";
import type { Attack } from "./attack.ts";

const http = { method: "GET", path: "/", headers: {}, query: {} };

/** A client that accepts everything at once, or never anything. */
const client = (write: () => Promise<void>): AnswerSink => ({ opened: false, open: () => true, write });
const quick = { http, answerSink: client(() => Promise.resolve()) };
const stuck = { http, answerSink: client(() => new Promise(() => undefined)) };
const typed = { "content-type": "application/octet-stream" };
const answered = { returns: { status: 200, headers: typed, body: "" } };

/** Programs that stream more than they may, or in a way that the platform does not know. */
export const streamAttacks: Attack[] = [
  {
    name: "a stream without end",
    source: "export default (i, ctx) => ctx.http.stream((function* () { for (;;) yield 'x'; })());",
    timeoutMs: 500,
    over: quick,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a stream without end of empty chunks",
    source: "export default (i, ctx) => ctx.http.stream((function* () { for (;;) yield ''; })());",
    timeoutMs: 500,
    over: quick,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a stream for a client that takes nothing",
    source:
      "const piece = new Uint8Array(1e6); export default (i, ctx) => ctx.http.stream((function* () { for (;;) yield piece; })());",
    timeoutMs: 500,
    over: stuck,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a chunk of seventy megabytes",
    source: "export default (i, ctx) => ctx.http.stream([new Uint8Array(70e6)]);",
    memoryMb: 512,
    over: quick,
    expect: answered,
  },
  {
    name: "a chunk whose bytes say that they are none",
    source:
      "export default (i, ctx) => { const piece = new Uint8Array(30e6); Object.defineProperty(piece, 'byteLength', { value: 0 }); Object.defineProperty(piece, 'slice', { value: () => 'no bytes' }); return ctx.http.stream([piece]); };",
    memoryMb: 256,
    over: quick,
    expect: answered,
  },
  {
    name: "a stream whose iterator throws when it is left",
    source:
      "export default (i, ctx) => ctx.http.stream({ [Symbol.iterator]: () => ({ next: () => ({ value: {} }), return() { throw new Error('never'); } }) });",
    over: quick,
    expect: { throws: /string or bytes/ },
  },
  {
    name: "an answer that begins with bent promises",
    source:
      "Promise.prototype.then = () => { throw 1; }; export default (i, ctx) => new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(1)); c.close(); } }));",
    over: quick,
    expect: { returns: { status: 200, headers: {}, body: "" } },
  },
  {
    name: "event fields that begin other events",
    source: "export default (i, ctx) => ctx.http.events([{ data: 1, id: '1\\n\\ndata: forged' }]);",
    over: quick,
    expect: { throws: /one line/ },
  },
  {
    name: "a head with a header of another",
    source:
      "export default (i, ctx) => { const r = ctx.http.stream(['x']); Headers.prototype.get = () => 'a\\r\\nb: c'; return r; };",
    over: quick,
    expect: answered,
  },
  {
    name: "a stream where there is nobody to send it to",
    source: "export default (i, ctx) => ctx.http.stream(['x']);",
    over: { http },
    expect: { throws: /Only the answer of an HTTP route/ },
  },
];
