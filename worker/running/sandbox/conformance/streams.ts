import type { AnswerSink } from "../call/invocation.ts";
import type { Attack } from "./attack.ts";

const http = { method: "GET", path: "/", headers: {}, query: {} };

/** A client that accepts everything at once, or never anything. */
const client = (write: () => Promise<void>): AnswerSink => ({ opened: false, open: () => true, write });
const quick = { http, answerSink: client(() => Promise.resolve()) };
const stuck = { http, answerSink: client(() => new Promise(() => undefined)) };
const typed = { "content-type": "application/octet-stream" };
const answered = { returns: { status: 200, headers: typed, body: "" } };

/** Programs that stream more than they may, or in a form that the platform does not know. */
export const streamAttacks: Attack[] = [
  {
    name: "a stream without end",
    timeoutMs: 500,
    over: quick,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a stream without end of empty chunks",
    timeoutMs: 500,
    over: quick,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a stream for a client that takes nothing",
    timeoutMs: 500,
    over: stuck,
    expect: { ended: ["timeout"] },
  },
  {
    name: "a chunk of seventy megabytes",
    memoryMb: 512,
    over: quick,
    expect: answered,
  },
  {
    name: "a chunk whose bytes say that they are none",
    memoryMb: 256,
    over: quick,
    expect: answered,
  },
  { name: "a stream whose iterator throws when it is left", over: quick, expect: { throws: /string or bytes/ } },
  {
    name: "an answer that begins with bent promises",
    over: quick,
    expect: { returns: { status: 200, headers: {}, body: "" } },
  },
  { name: "event fields that begin other events", over: quick, expect: { throws: /one line/ } },
  { name: "a head with a header of another", over: quick, expect: answered },
  {
    name: "a stream where there is nobody to send it to",
    over: { http },
    expect: { throws: /Only the answer of an HTTP route/ },
  },
];
