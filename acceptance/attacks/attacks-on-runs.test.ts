import { test } from "node:test";
import { assertListed, type Attacks } from "./assert-listed.ts";

/** Each attack on durable runs and approvals, as the title of its test, by the file that makes it. */
const attacks: Attacks = {
  // Of other tenants, Projects, workers and callers, at the control plane.
  "control-plane/serving/runs/attacks-on-runs.test.ts": [
    "a run of another tenant or environment does not exist: to read, to cancel, to wake, to wait for, to name",
    "another Project's worker calls reach no run: to store, to start a child, to read",
    "nobody but the execution of the attempt stores steps, starts children or ends it",
    "a caller of internal routes without a worker's token gets nothing",
    "data of events that no database takes is refused clearly or stored, and wakes what it fits",
    "a wait whose match no database takes ends its run clearly, and no other",
    "results and texts with characters that no database stores are kept, and come back as they were",
    "an error with characters that no database stores ends its run",
    "an output of 100,000 levels ends its run, and whoever waits for it has it",
    "a step's key is neither empty nor endless, and its numbers are numbers",
    "the times of waits that no clock has are refused, and the run is not stuck",
    "100,000 starts for one key are one run, and others begin as quickly",
  ],
  "control-plane/serving/runs/families.test.ts": [
    "a Function reads and cancels only runs of its own tenant and environment",
    "a caller reads and cancels only their own run, through the endpoint that it came through",
  ],
  // Of callers, at the worker.
  "worker/doors/runs/serve-run.test.ts": [
    "unknown, forged and foreign ids have the same 404",
    "it needs the endpoint's credential, and a key that may still call the route",
    "another environment and a preview do not show it",
  ],
  // Of people who decide, and of their links.
  "control-plane/serving/approvals/attacks-on-approvals.test.ts": [
    "another Project's approval does not exist, to read, to decide or to link",
    "whoever asked does not approve: as a user, by address, at the provider, as a caller here, or with their key",
    "a decision about other arguments than those that the person saw is refused",
    "a reason with control or direction characters, or of more than 1,000, is refused",
    "nobody decides on what has expired, was decided, or was given up",
    "a right that was lost after reading does not count: a role, a group, an account",
    "a program cannot decide with a person's API token",
    "of decisions at the same moment, exactly one counts",
    "one person is not two, even at the same moment",
    "an approval is for one call: another one with the same arguments waits for its own",
    "an approval that was decided and sent again counts once, also with the opposite decision",
    "a signed link leads to the approval from any Project, and gives no right by itself",
    "forged, altered, foreign and expired links open nothing, and tries are limited",
  ],
  // Arguments that a Function edits between the question and the answer.
  "control-plane/serving/approvals/asked-again.test.ts": [
    "is withdrawn when it asks something else, and an answer to it does not count",
    "that was decided during the attempt tells the next attempt what was asked",
  ],
  "worker/running/sandbox/runs/waits.test.ts": [
    "takes no answer that was given to another question, whatever deployment asks the same",
    "refuses a question that nobody could read or decide",
  ],
  // Of Functions, within the sandbox.
  "worker/running/sandbox/runs/hostile-runs.test.ts": [
    "gains nothing by replaced built-ins",
    "settles a step once, whatever its thenable does",
    "cannot suspend a plain call, nor forge waits",
    "cannot store a step of an ended attempt in the history of another run",
    "is not believed what it says of its waits",
  ],
  "worker/running/sandbox/runs/bombs.test.ts": [
    "the result ${name} is a clear error, and the run goes on",
    "${name} is stored in bounds, and the run goes on",
    "keys like __proto__ are stored and come back as they were, and change nothing else",
    "a result that never ends to be written is ended at the time limit, and so is a step that never ends",
    "a run that never sleeps ends with a full history or at its time limit",
    "names and times that are none are refused, and nothing is stored",
    "10,000 steps and waits at once are a clear error, not a full memory",
    "a wait whose event, match or timeout is a bomb is refused or bounded",
  ],
  // Of Functions that have left their sandbox, at the worker's host calls.
  "worker/running/sandbox/host-calls/runs.test.ts": [
    "stores nothing for another run, in another place or of another form",
    "stores its step only in the attempt of its own call, and masked",
    "starts only what its Function declares, its endpoint's policy allows, and is deployed as durable",
    "starts nothing in another's name, without its step, or of another form",
    "learns the digest only of a question that people could read, in a durable run, and of nobody else's",
    "names only runs and events as text that people can read",
  ],
};

test("each attack on runs and approvals that is listed here has a test, and they are at least forty", () => {
  assertListed(attacks, 40);
});
