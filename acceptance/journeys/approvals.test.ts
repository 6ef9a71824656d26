import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, addTool, createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const source = `
interface Input { order: string; amount: number }
/** Pays an order back. */
export default async function refund({ order, amount }: Input) {
  return { order, paid: amount };
}`;

const over = (amount: number) => ({
  type: "object",
  properties: { amount: { exclusiveMinimum: amount } },
  required: ["amount"],
});
const terms = { by: { roles: ["owner", "admin"] as ("owner" | "admin")[] }, people: 2, notAsker: true };
/** The shortest time that a rule can have. */
const shortest = 60;
const patience = 60_000;

interface Told {
  run: { id: string; status: string; url: string; approvalUrl?: string };
}

interface State {
  status: string;
  output?: unknown;
  error?: { code: string };
}

describe("calls above an amount wait for two people", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const people: Client[] = [];
  let url: string;
  let mcp: McpClient;
  let key: string;
  /** A call that nobody decides about, asked at the beginning. */
  let forgotten: Told["run"];

  const post = (order: string, amount: number) =>
    fetch(url, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ order, amount }),
    });
  const ask = async (order: string, amount: number) => {
    const response = await post(order, amount);
    assert.equal(response.status, 202);
    return ((await response.json()) as Told).run;
  };
  const stateOf = async ({ url: address }: { url: string }) => {
    const response = await fetch(address, { headers: { "x-api-key": key } });
    assert.equal(response.status, 200);
    return (await response.json()) as State;
  };
  const ended = (run: { url: string }, withinMs = patience) =>
    eventually(async () => {
      const state = await stateOf(run);
      return ["queued", "waiting", "running"].includes(state.status) ? undefined : state;
    }, withinMs);
  const approvalOf = async (runId: string) =>
    eventually(async () => (await client.listApprovals({ query: { runId } })).items[0], patience);
  const decide = async (by: Client | undefined, runId: string, decision: "approved" | "rejected", digest?: string) => {
    const { id, digest: own } = await approvalOf(runId);
    const body = { decision, reason: "As agreed.", digest: digest ?? own };
    return (by ?? assert.fail("nobody")).decideApproval({ params: { approvalId: id }, body });
  };
  const call = async (order: string, amount: number) => {
    const result = await mcp.callTool({ name: "refund", arguments: { order, amount } });
    const run = result._meta?.["ferrule/run"] as Told["run"] | undefined;
    return { output: result.structuredContent, text: JSON.stringify(result.content), run };
  };

  before(async () => {
    const project = (await client.getMe()).activeProject ?? assert.fail("no Project");
    for (let at = 0; at < 2; at += 1) {
      const one = await platform.signInAs("admin", client);
      await one.selectProject({ params: { projectId: project.id } });
      people.push(one);
    }
    const functionId = await createFunction(client, "refund", source);
    const http = await createEndpoint(client, "http", "api");
    const tools = await createEndpoint(client, "mcp", "tools");
    await addRoute(client, http.id, { functionId, method: "POST", path: "/refunds" });
    await addTool(client, tools.id, { functionId, toolName: "refund", description: "Pays an order back." });
    const policy = { environment: "development", caller: { mode: "api-key" } } as const;
    const rule = { names: ["POST /refunds"], when: over(500), ...terms };
    await client.replaceAuthPolicy({
      params: { endpointId: http.id },
      body: { ...policy, approvals: [{ ...rule, when: over(100_000), expiresSeconds: shortest }, rule] },
    });
    const body = { ...policy, approvals: [{ ...rule, names: ["refund"] }] };
    await client.replaceAuthPolicy({ params: { endpointId: tools.id }, body });
    // The owner sees the values of both keys, so the owner is the one who asks.
    key = await issueKey(client, http.id);
    const toolKey = await issueKey(client, tools.id);
    await deploy(client);
    url = `${http.urls.development}/refunds`;
    const requestInit = { headers: { "x-api-key": toolKey } };
    mcp = new McpClient({ name: "journey", version: "1.0.0" });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(tools.urls.development), { requestInit }));
    forgotten = await ask("F-1", 100_001);
  });

  test("a call up to the amount runs at once, at both doors", async () => {
    const response = await post("A-1", 500);
    assert.deepEqual([response.status, await response.json()], [200, { order: "A-1", paid: 500 }]);
    assert.deepEqual((await call("A-1", 500)).output, { order: "A-1", paid: 500 });
  });

  test("above it, a route's result is at the status address after the second approval", async () => {
    const run = await ask("A-2", 501);
    assert.match(run.approvalUrl ?? "", /\/approvals\/apr_/);
    assert.equal((await decide(people[0], run.id, "approved")).status, "pending");
    assert.equal((await stateOf(run)).status, "waiting");
    await assert.rejects(decide(people[0], run.id, "approved"), { code: "INVALID_STATE" });
    assert.equal((await stateOf(run)).status, "waiting", "one person counts once");
    const decided = await decide(people[1], run.id, "approved");
    assert.equal(decided.status, "approved");
    assert.deepEqual(
      decided.decisions.map(({ decision, reason }) => [decision, reason]),
      [
        ["approved", "As agreed."],
        ["approved", "As agreed."],
      ],
    );
    const { status, output } = await ended(run);
    assert.deepEqual([status, output], ["succeeded", { order: "A-2", paid: 501 }]);
    await assert.rejects(decide(people[1], run.id, "approved"), { code: "INVALID_STATE" });
  });

  test("above it, a tool's result comes with the next call after the second approval", async () => {
    const { run, output, text } = await call("A-3", 700);
    assert.ok(run);
    assert.equal(output, undefined);
    assert.match(text, /waits for a person.*\/approvals\/apr_/);
    for (const one of people) await decide(one, run.id, "approved");
    const again = await eventually(async () => {
      const next = await call("A-3", 700);
      assert.equal(next.run?.id, run.id, "the approved call does not run again");
      return next.output === undefined ? undefined : next;
    }, patience);
    assert.deepEqual(again.output, { order: "A-3", paid: 700 });
  });

  test("arguments that were edited after the question need an approval of their own", async () => {
    const small = await ask("A-4", 600);
    const large = await ask("A-4", 60_000);
    const { digest } = await approvalOf(small.id);
    await assert.rejects(decide(people[0], large.id, "approved", digest), { code: "INVALID_STATE" });
    assert.deepEqual((await approvalOf(large.id)).decisions, []);
    const first = await call("A-4", 800);
    const edited = await call("A-4", 801);
    assert.ok(first.run && edited.run && first.run.id !== edited.run.id);
    for (const one of people) await decide(one, first.run.id, "approved");
    assert.equal((await call("A-4", 801)).output, undefined);
    assert.equal((await approvalOf(edited.run.id)).status, "pending");
  });

  test("whoever asked may not approve, and others may still", async () => {
    const run = await ask("A-5", 900);
    await assert.rejects(decide(client, run.id, "approved"), { code: "FORBIDDEN" });
    const developer = await platform.signInAs("developer", client);
    const project = (await client.getMe()).activeProject ?? assert.fail("no Project");
    await developer.selectProject({ params: { projectId: project.id } });
    await assert.rejects(decide(developer, run.id, "approved"), { code: "FORBIDDEN" });
    for (const one of people) await decide(one, run.id, "approved");
    assert.equal((await ended(run)).status, "succeeded");
  });

  test("one rejection ends the call, also after an approval", async () => {
    const run = await ask("A-6", 900);
    await decide(people[0], run.id, "approved");
    assert.equal((await decide(people[1], run.id, "rejected")).status, "rejected");
    const { status, error, output } = await ended(run);
    assert.deepEqual([status, error?.code, output], ["failed", "APPROVAL_REJECTED", undefined]);
    const { id } = await approvalOf(run.id);
    const { items } = await client.listAuditEvents({ query: { action: "approval.decide", targetId: id } });
    assert.equal(items.length, 2, "each decision is on record");
  });

  test("a call that nobody decides about in time does not run", async () => {
    const { status, error, output } = await ended(forgotten, shortest * 1_000 + patience);
    assert.deepEqual([status, error?.code, output], ["failed", "APPROVAL_EXPIRED", undefined]);
    assert.equal((await approvalOf(forgotten.id)).status, "expired");
    await assert.rejects(decide(people[0], forgotten.id, "approved"), { code: "INVALID_STATE" });
  });
});
