import { test } from "node:test";
import { assertListed, type Attacks } from "./assert-listed.ts";

/** Each attack of a hostile client on the management MCP server, as the title of its test, by the file that makes it. */
const attacks: Attacks = {
  // Of another Project, with another role, too few scopes, or a token that has ended.
  "control-plane/doors/management/attacks/elsewhere.test.ts": [
    "${what} does not exist for ${tool}",
    "things are found by no search, counted in no overview, and their secrets are not there",
    "cursor opens no list here, and neither does a forged one",
    "token works there, whatever the request names, and reaches nothing here",
    'sees and calls no tool beyond its scopes: ${scopes.join(", ")}',
    "never does more than its role: what an operator and a developer may not do",
    "opens nothing once it is revoked or has expired, also for a client that is connected",
    "ends with the right of its person at once",
    "is needed: no header pretends to be the server itself, and no session helps",
    "of an archived Project opens nothing",
  ],
  // On what a person confirms: replayed, edited, expired, foreign and swapped, by whom the policy forbids it, or by a program.
  "control-plane/doors/management/attacks/confirmations.test.ts": [
    "an edited argument is another question: ${name}",
    "another token of the same person cannot use it",
    "it works once, and not after it was declined or has expired",
    "ten calls at once use it once",
    "only a person decides, who may make the change, about what they saw",
    "where somebody else must confirm, the person behind the agent cannot",
    "a confirmed change of a state that has moved on is refused",
    "what the client says of the person's answer confirms nothing",
    "deletions need a person, whatever is deleted",
    "new rights of a Function need a person, also those in its source",
    "two questions cannot be swapped: neither their digests nor their answers",
    "what was confirmed in another Project counts only there",
    "what was confirmed of a thing counts for no other that takes its name",
    "an edited release is another question, and releases nothing",
    "a role that was lost meanwhile does not count: of who confirms, and of who asked",
    "what was confirmed is not done once the server is switched off",
    "of two decisions at the same moment, one counts",
    "a question goes with the token that asked it",
    "an agent cannot flood people: twenty questions wait at most",
  ],
  // By messages that no client of MCP sends.
  "control-plane/doors/management/attacks/messages.test.ts": [
    "gets a clear refusal: ${name}",
    "a body that is too large, or of another media type, is refused before it is read",
    "a revision of MCP that nobody has written is refused",
    "a batch asks a person for each of its changes, and makes none",
    "a token in the address, in a cookie or under another scheme opens nothing",
    "a forged session gives no name in the audit log, and no right",
  ],
  // By what others wrote: orders to the model in data, and secrets that are asked out of the reading tools.
  "control-plane/doors/management/attacks/data.test.ts": [
    "an execution's input, output, log lines, error, requests, caller and request id",
    "a Function's own code of an error does not stand as if it were Ferrule's, and is not explained",
    "a Function's description, source, test file and test cases",
    "a kept text, a prompt, and the name and description of a tool",
    "the rules of a policy, which people write",
    "text is without hidden characters, and within bounds",
    "a person who is shown an address reads one line, whatever the thing is called",
    "a model that does what a log line says has released, deleted and opened nothing",
    "is in no answer of ${tool}, asked ${how}",
    "is taken by no tool: an agent that sends one is refused",
  ],
  "acceptance/journeys/agents.test.ts": [
    "reads orders in an output, a record, a log line and an error as data, and cannot carry them out",
  ],
  // On the door itself.
  "control-plane/doors/management/management-server.test.ts": [
    "it is off until an owner switches it on, and off again at once",
    "it wants a live token, and no session opens it",
    "a token without scopes opens nothing there, because nobody would be asked to confirm at /api",
    "a token with scopes works only there",
    "the audit names the program and the person, whatever the client speaks",
  ],
  // On consents and access tokens.
  "control-plane/serving/oauth/agents/attacks-on-agents.test.ts": [
    "nothing is offered while no Project lets agents in",
    "a person sees who asks for what, and gives less",
    "a consent goes no further than it was asked for",
    "its access token opens nothing else, and no other token opens this",
    "it is renewed, and ends with its revocation at once",
    "a consent that nobody has renewed in time opens nothing",
    "a demotion and a disabled account count at once",
    "switched off, the Project refuses its calls and its renewal",
  ],
};

test("each attack on the management server that is listed here has a test, and they are at least forty", () => {
  assertListed(attacks, 40);
});
