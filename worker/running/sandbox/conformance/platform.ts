import type { Attack } from "./attack.ts";

const http = { method: "GET", path: "/", headers: {}, query: {} };
const mcp = { clientInfo: null, capabilities: {}, progress: true };

/** Programs that change things on which the platform's own code relies, or look for hidden things. */
export const platformAttacks: Attack[] = [
  { name: "the engine's own ArrayBuffer, taken from a replaced Reflect.construct", expect: { returns: true } },
  {
    name: "an ArrayBuffer that grows by way of constructors and subclasses",
    expect: { returns: [false, false, false, false, false, false] },
  },
  { name: "the platform's objects at the top level, before anything was taken away", expect: { returns: [] } },
  { name: "more from the module ferrule than it says", expect: { returns: ["FunctionError"] } },
  { name: "the platform's internal module", expect: { throws: /not part of it/ } },
  { name: "its own module again, as the platform names it", expect: { throws: /not part of it/ } },
  {
    name: "an answer whose bytes say that they are none",
    memoryMb: 256,
    over: { http },
    expect: { ended: ["output"] },
  },
  {
    name: "a header of seventy megabytes",
    memoryMb: 512,
    over: { http },
    expect: { ended: ["output"] },
  },
  {
    name: "a progress message of seventy megabytes",
    memoryMb: 256,
    over: { mcp },
    expect: { returns: "done" },
  },
  {
    name: "a progress report that a toJSON of its own has blown up",
    memoryMb: 512,
    over: { mcp },
    expect: { returns: "done" },
  },
  {
    name: "a host call whose argument a toJSON would forge",
    expect: {
      returns: [
        "FunctionError",
        "This Function is not granted https://example.com. Add \"example.com\" to `hosts` in the Function's permissions, and where the endpoint's policy lists hosts, there too.",
      ],
    },
  },
  { name: "an error of seventy megabytes at the top level", memoryMb: 512, expect: { throws: /^Error: x{4000}/ } },
  { name: "an unhandled rejection of seventy megabytes", memoryMb: 512, expect: { returns: "done" } },
  { name: "frames of the platform while it clones", expect: { returns: ["undefined"] } },
  { name: "the caller and the arguments of a sloppy function", expect: { returns: [] } },
  { name: "call, apply and bind replaced", expect: { returns: 0 } },
  { name: "the Promise constructor replaced under the platform's promises", expect: { throws: /no/ } },
  { name: "a setter on Object.prototype for each field of an answer", expect: { returns: "fine" } },
  { name: "static members that only the platform uses", expect: { returns: [] } },
  {
    name: "the material of a key that must not be exported",
    expect: { returns: ["InvalidAccessError", "{}", 0, false] },
  },
  { name: "an AbortSignal that claims to be one", expect: { returns: "TypeError" } },
  {
    name: "what a frozen part of the context has been given",
    expect: { returns: ["TypeError", "TypeError", "TypeError", "TypeError"] },
  },
];
