import type { Help } from "./help.ts";

/** What each code means that a Function gets from its context, and what to do. A Function may catch these. */
export const hostErrorHelp = {
  NOT_GRANTED: {
    cause: "The Function does not declare the secret, or the policy of the endpoint does not allow it.",
    fix: "Declare it in `permissions` and deploy, or change the policy.",
  },
  NOT_FOUND: {
    cause: "The environment has no secret of this name.",
    fix: "Create it.",
  },
  REVISION_CONFLICT: {
    cause:
      "The record has changed since the revision that you gave to `update` or `upsert`. `details.revision` is the current one; it is missing if an upsert found no record.",
    fix: "Read the record again, and decide again.",
  },
  UNIQUE_VIOLATION: {
    cause:
      "A database refused a duplicate. Or another record of the collection, in this environment and tenant, has the same id or the same values of a unique key. `details.fields` names the fields.",
    fix: "Read the existing record and change it, or store the new one under other values.",
  },
  VALIDATION_ERROR: {
    cause: "You passed a value of the wrong type to the context, such as a secret's name that is not a string.",
    fix: "Pass a value of the declared type. The execution's message names it.",
  },
  EGRESS_DENIED: {
    cause:
      "The Function called `fetch` for a host that it does not declare or the policy does not allow, or for an address that is not public.",
    fix: "Add the host to `hosts` in the Function's permissions (with `http://` in front if you call it without TLS), deploy, and check the endpoint's policy. Add an address that is not public to the worker's [`EGRESS_ALLOW_PRIVATE`](operating.md#settings).",
  },
  LIMIT_EXCEEDED: {
    cause:
      "The call exceeded a limit on outbound requests, requests at once, bytes or timers, or a statement went beyond what its [connection](databases.md#connections) allows.",
    fix: "Do less in one call, or divide the work between calls. [Limits](functions.md#limits) has the numbers.",
  },
  QUERY_FAILED: {
    cause:
      "A database refused a statement of `ctx.sql`. The execution has the server's own words, and `details.sqlState` its code.",
    fix: "Correct the statement by the server's words. [Databases](databases.md#errors) explains the usual codes.",
  },
  UNAVAILABLE: {
    cause:
      "The platform could not do this just now, or this version does not offer the capability. Or you used the context outside a call, such as at the top level of the module.",
    fix: "Use the context only inside the handler, and call again later. A durable Function is tried again automatically.",
  },
  NOT_DURABLE: {
    cause:
      "The Function used `ctx.step`, `ctx.sleep`, `ctx.waitFor`, `ctx.approve` or `ctx.runs.wait`, but it is not [durable](runs.md). In calls through MCP, `ctx.step` works all the same. Or somebody tested the draft of a durable Function. Such a test is a single call.",
    fix: 'Declare `export const config = { run: "durable" }`. Deploy the Function and start a run, or write [a test](tests.md#durable-functions).',
  },
  ELICITATION_UNSUPPORTED: {
    cause:
      "The client of the call cannot show the question of `ctx.mcp.elicit`. The model reads what the question was or, for a page, its address.",
    fix: "Use a client that declares `elicitation`. Or catch the error, and go on without the answer. See [Questions to people](questions.md).",
  },
  RUN_HISTORY_FULL: {
    cause: "A run has 1,000 steps and waits, or 4,194,304 characters of results. The run ends.",
    fix: "Start another run for the rest, and keep large results elsewhere.",
  },
  STEP_IN_STEP: {
    cause: "A step, a wait or an approval stands in the callback of a step.",
    fix: "Call it before or after that step.",
  },
  STEP_CHANGED: {
    cause:
      "A name in the history of the run stands for another kind of wait than in the code that runs now, or people have answered another question under this name.",
    fix: "Give the new one another name.",
  },
  STEP_TIMEOUT: {
    cause: "A try of a step took longer than its `timeoutMs`. `signal` of the callback's parameter is aborted then.",
    fix: "Raise the limit, or find out what is slow.",
  },
  STEP_NOT_KEPT: {
    cause: "The result of a step could not be stored, so the attempt ends, and the step runs again.",
    fix: "If this continues, see whether the control plane and the database work.",
  },
} as const satisfies Record<string, Help>;
