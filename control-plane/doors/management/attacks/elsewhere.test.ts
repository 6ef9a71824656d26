import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { agentScopes, type AgentScope } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { record, report } from "../../../observed/executions/testing/reports.ts";
import { deployDrafts, workerOf } from "../../../testing/deploy-drafts.ts";
import { agentToken, connectAgent, type Agent } from "../testing/connect-agent.ts";
import { callBody, codeOf, startHostileScene, type Said } from "../testing/start-hostile-scene.ts";

const scene = duringTests(startHostileScene);
const source = "export default () => 1;";
const toolsOf: Record<AgentScope, string[]> = {
  read: ["overview", "search", "read_function", "plan", "executions", "explain_error", "search_docs"],
  write: ["write_function", "validate", "test_function", "bind", "set_policy", "request_secret", "call", "delete"],
  deploy: ["deploy"],
  release: ["release", "rollback"],
};

/** Fills a Project with one thing of each kind: the Function, the endpoint and its tool have this name. */
async function fill(client: Client, name: string) {
  const { id: functionId } = await client.createFunction({ body: { slug: name, source } });
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: name } });
  await client.createMcpBinding({
    params: { endpointId },
    body: { functionId, toolName: name, description: "A tool" },
  });
  await client.createTestCase({ params: { functionId }, body: { name, input: {} } });
  await deployDrafts(scene.plane, client);
  const { items } = await client.listDeployments({ query: { limit: 1 } });
  return { functionId, endpointId, deployment: items[0]?.id ?? "" };
}

describe("another Project's", () => {
  let theirs: { deployment: string; execution: string; functionId: string; endpointId: string };
  let theirProject: string;
  let stranger: Client;
  let theirAgent: Agent;
  before(async () => {
    ({ id: theirProject } = await scene.plane.createProject());
    stranger = await scene.plane.signInAs("owner", theirProject);
    await stranger.updateManagementServer({ body: { enabled: true } });
    const filled = await fill(stranger, "theirs");
    await stranger.createSecret({ body: { name: "THEIR_KEY", environment: "development", value: "their value" } });
    const executions = Array.from({ length: 25 }, () => record(theirProject, { functionId: filled.functionId }));
    await report(workerOf(scene.plane), executions);
    theirs = { ...filled, execution: executions[0]?.id ?? "" };
    theirAgent = await connectAgent(scene.plane.url, await agentToken(stranger, { projectId: theirProject }));
  });
  after(() => theirAgent[Symbol.asyncDispose]());

  const asked: [tool: string, what: string, input: () => object][] = [
    ["read_function", "Function", () => ({ function: "theirs" })],
    ["write_function", "Function", () => ({ function: "theirs", edits: [{ old: "1", new: "2" }], revision: 1 })],
    ["validate", "Function", () => ({ function: "theirs" })],
    ["test_function", "Function", () => ({ function: "theirs", input: {} })],
    ["bind", "Function", () => ({ function: "theirs", endpoint: "stolen", tool: "theirs" })],
    ["call", "Function", () => ({ function: "theirs" })],
    ["executions", "Function", () => ({ function: "theirs" })],
    ["executions", "execution", () => ({ id: theirs.execution })],
    ["set_policy", "endpoint", () => ({ endpoint: "theirs" })],
    ["set_policy", "policy", () => ({ endpoint: "theirs", change: { caller: { mode: "none" } }, revision: 1 })],
    ["plan", "deployment", () => ({ target: "production", deployment: theirs.deployment })],
    ["deploy", "deployment", () => ({ deployment: theirs.deployment })],
    ["release", "deployment", () => ({ deployment: theirs.deployment })],
    ["rollback", "deployment", () => ({ deployment: theirs.deployment })],
    ["delete", "Function", () => ({ kind: "function", name: "theirs" })],
    ["delete", "endpoint", () => ({ kind: "endpoint", name: "theirs" })],
    ["delete", "tool", () => ({ kind: "tool", name: "theirs", of: "theirs" })],
    ["delete", "route", () => ({ kind: "route", name: "GET /theirs", of: "theirs" })],
    ["delete", "test case", () => ({ kind: "test_case", name: "theirs", of: "theirs" })],
  ];
  for (const [tool, what, input] of asked)
    test(`${what} does not exist for ${tool}`, async () => {
      const { said } = await scene.agent.call(tool, input() as Said);
      assert.equal(codeOf(said), "NOT_FOUND", JSON.stringify(said));
    });

  test("things are found by no search, counted in no overview, and their secrets are not there", async () => {
    for (const query of [
      "theirs",
      "THEIR_KEY",
      theirs.functionId,
      theirs.endpointId,
      theirs.deployment,
      theirs.execution,
    ])
      assert.equal((await scene.agent.call("search", { query })).said["found"], 0, query);
    assert.doesNotMatch((await scene.agent.call("overview")).text, /theirs|THEIR_KEY/);
    assert.equal((await scene.agent.call("request_secret", { name: "THEIR_KEY" })).said["present"], false);
  });

  test("cursor opens no list here, and neither does a forged one", async () => {
    const { said } = await theirAgent.call("executions");
    const cursor = String(said["next_cursor"]);
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const again = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const forged of [cursor, "x", again({}), again([parts[0]]), again([1, 2, 3]), again(["", "' or true --"])]) {
      assert.equal(codeOf((await scene.agent.call("executions", { cursor: forged })).said), "VALIDATION_ERROR", forged);
      assert.equal(codeOf((await scene.agent.call("overview", { cursor: forged })).said), "VALIDATION_ERROR", forged);
    }
  });

  test("token works there, whatever the request names, and reaches nothing here", async () => {
    const overview = callBody("overview", {});
    const theirToken = await agentToken(stranger, { projectId: theirProject });
    const authorization = `Bearer ${theirToken}`;
    const wrong: Record<string, string>[] = [
      { "x-project-id": scene.projectId },
      { cookie: `project=${scene.projectId}` },
    ];
    for (const headers of wrong) {
      const { text } = await scene.send(overview, { authorization, ...headers });
      assert.match(text, /theirs/);
      assert.doesNotMatch(text, /greet/);
    }
    const gone = { kind: "function", name: "greet" };
    assert.equal(codeOf((await theirAgent.call("delete", gone)).said), "NOT_FOUND");
  });
});

describe("a token", () => {
  const chosen: AgentScope[][] = [["read"], ["write"], ["deploy"], ["release"], ["write", "deploy"], [...agentScopes]];
  for (const scopes of chosen)
    test(`sees and calls no tool beyond its scopes: ${scopes.join(", ")}`, async () => {
      const token = await agentToken(scene.owner, { projectId: scene.projectId, scopes });
      await using agent = await connectAgent(scene.plane.url, token);
      const has = (scope: AgentScope) => scope === "read" || scopes.includes(scope);
      const given = agentScopes.filter(has).flatMap((scope) => toolsOf[scope]);
      assert.deepEqual((await agent.tools()).toSorted(), given.toSorted());
      for (const name of agentScopes.filter((scope) => !has(scope)).flatMap((scope) => toolsOf[scope])) {
        const { text } = await scene.send(callBody(name, {}), { authorization: `Bearer ${token}` });
        assert.match(text, /not found|Unknown tool|-32602/i, name);
      }
    });

  test("never does more than its role: what an operator and a developer may not do", async () => {
    const { endpointId } = await fill(scene.owner, "roles");
    const agentAs = async (role: "operator" | "developer") => {
      const client = await scene.plane.signInAs(role, scene.projectId);
      return connectAgent(scene.plane.url, await agentToken(client, { projectId: scene.projectId, role }));
    };
    const params = { endpointId };
    const policies = await scene.owner.listEndpointAuthPolicies({ params });
    const revision = policies.items.find(({ environment }) => environment === "development")?.revision;
    const change = { endpoint: "roles", change: { caller: { mode: "none" } }, revision };
    await using operator = await agentAs("operator");
    for (const [tool, input] of [
      ["write_function", { function: "new", source }],
      ["write_function", { function: "roles", revision: 1, edits: [{ old: "1", new: "2" }] }],
      ["validate", { function: "roles" }],
      ["test_function", { function: "roles", input: {} }],
      ["call", { function: "roles" }],
      ["bind", { function: "roles", endpoint: "roles", tool: "other" }],
      ["set_policy", change],
      ["deploy", {}],
      ["delete", { kind: "endpoint", name: "roles" }],
      ["delete", { kind: "tool", name: "roles", of: "roles" }],
      ["delete", { kind: "test_case", name: "roles", of: "roles" }],
    ] as const)
      assert.equal(codeOf((await operator.call(tool, input)).said), "FORBIDDEN", tool);
    await using developer = await agentAs("developer");
    const { items } = await scene.owner.listDeployments({ query: { limit: 1 } });
    assert.equal(codeOf((await developer.call("set_policy", change)).said), "FORBIDDEN");
    assert.equal(codeOf((await developer.call("release", { deployment: items[0]?.id ?? "" })).said), "FORBIDDEN");
  });

  test("opens nothing once it is revoked or has expired, also for a client that is connected", async () => {
    const body = { name: "agent", role: "owner" as const, projectId: scene.projectId, scopes: ["read" as const] };
    const [revoked, late] = [await scene.owner.createToken({ body }), await scene.owner.createToken({ body })];
    await using first = await connectAgent(scene.plane.url, revoked.value);
    await using second = await connectAgent(scene.plane.url, late.value);
    assert.ok(!(await first.call("overview")).isError && !(await second.call("overview")).isError);
    await scene.owner.deleteToken({ params: { tokenId: revoked.id } });
    await scene.plane.app.store.inInstallation(({ tx }) =>
      sql`update api_tokens set expires_at = now() where id = ${late.id}`.execute(tx),
    );
    for (const agent of [first, second]) await assert.rejects(agent.call("overview"));
  });

  test("ends with the right of its person at once", async () => {
    const leaving = await scene.plane.createUser("owner");
    const { client } = await scene.plane.signIn(leaving);
    const value = await agentToken(client, { projectId: scene.projectId, scopes: ["write"] });
    await using hers = await connectAgent(scene.plane.url, value);
    await scene.owner.updateUser({ params: { userId: leaving.id }, body: { status: "disabled" } });
    await assert.rejects(hers.call("overview"));
  });

  test("is needed: no header pretends to be the server itself, and no session helps", async () => {
    const session = await scene.plane.session("owner", scene.projectId);
    const cookie = session.headers()["cookie"] ?? "";
    assert.equal((await scene.send(callBody("overview", {}), { authorization: "", cookie })).status, 401);
    for (const name of ["x-agent", "x-internal-token", "x-forwarded-for", "x-project-id", "x-ferrule-agent"]) {
      const headers = { authorization: `Bearer ${scene.token}`, [name]: "inside" };
      assert.equal((await scene.plane.request("/api/functions", { headers })).status, 403, name);
    }
  });

  test("of an archived Project opens nothing", async () => {
    const { id: projectId } = await scene.plane.createProject();
    const client = await scene.plane.signInAs("owner", projectId);
    await client.updateManagementServer({ body: { enabled: true } });
    await using agent = await connectAgent(scene.plane.url, await agentToken(client, { projectId }));
    await client.archiveProject({ params: { projectId } });
    const changed = await agent.call("write_function", { function: "late", source }).catch((error: unknown) => error);
    assert.ok(
      changed instanceof Error || codeOf((changed as { said: Said }).said) === "PROJECT_ARCHIVED",
      String(changed),
    );
  });
});
