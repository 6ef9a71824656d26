import type { Attack } from "./attack.ts";

const mcp = { clientInfo: null, capabilities: {}, progress: true };
const reported = { mcp, onProgress: () => undefined };
const http = { method: "GET", path: "/", headers: {}, query: {} };
const sha256OfAbc = "ba7816bf";

/**
 * Programs that change the prototypes that everything in their isolate inherits, and then trigger the platform's code.
 */
export const bentAttacks: Attack[] = [
  {
    name: "Object.prototype.toJSON before a report of progress",
    timeoutMs: 5_000,
    over: reported,
    expect: { returns: "done" },
  },
  {
    name: "toJSON of everything before each thing that the platform tells",
    timeoutMs: 5_000,
    over: reported,
    expect: { throws: /^as it was written$/ },
  },
  { name: "toJSON of objects and arrays before a digest", timeoutMs: 5_000, expect: { returns: sha256OfAbc } },
  {
    name: "toJSON before an answer of a route",
    timeoutMs: 5_000,
    over: { http },
    expect: {
      returns: {
        status: 201,
        headers: { "x-a": ["b", "c"], "content-type": "text/plain; charset=utf-8" },
        body: "fine",
      },
    },
  },
  { name: "accessors that every property descriptor inherits", timeoutMs: 5_000, expect: { returns: "UNAVAILABLE" } },
  {
    name: "a then that every object inherits",
    timeoutMs: 5_000,
    over: reported,
    expect: { returns: "done" },
  },
  {
    name: "setters and getters for whatever the platform's own objects hold",
    timeoutMs: 5_000,
    over: reported,
    expect: { returns: "UNAVAILABLE" },
  },
  {
    name: "an Error that says of nothing that it is one",
    timeoutMs: 5_000,
    expect: { throws: /^TypeError: the real one$/ },
  },
  {
    name: "globals that the platform might make its bytes and numbers of",
    timeoutMs: 5_000,
    over: reported,
    expect: { returns: "UNAVAILABLE" },
  },
  {
    name: "bytes of an answer that are no bytes",
    timeoutMs: 5_000,
    over: { http },
    expect: { returns: { status: 200, headers: {}, body: "" } },
  },
  {
    name: "species and constructors of promises",
    timeoutMs: 5_000,
    over: reported,
    expect: { throws: /species/ },
  },
];
