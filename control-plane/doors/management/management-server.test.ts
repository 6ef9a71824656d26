import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { agentToken, connectAgent } from "./testing/connect-agent.ts";

let plane: TestControlPlane;
let projectId: string;
let owner: Client;

before(async () => {
  plane = await startTestControlPlane();
  ({ id: projectId } = await plane.createProject());
  owner = await plane.signInAs("owner", projectId);
});
after(() => plane[Symbol.asyncDispose]());

const switchTo = (enabled: boolean) => owner.updateManagementServer({ body: { enabled } });
const ping = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const accept = "application/json, text/event-stream";
const post = (token: string, body: unknown = ping) =>
  plane.request("/mcp/ferrule", { method: "POST", headers: { authorization: `Bearer ${token}`, accept }, body });

test("it is off until an owner switches it on, and off again at once", async () => {
  const token = await agentToken(owner, { projectId });
  assert.equal((await post(token)).status, 403);
  await switchTo(true);
  assert.equal((await post(token)).status, 200);
  await switchTo(false);
  const { status, json } = await post(token);
  assert.deepEqual([status, json.error.code], [403, "FORBIDDEN"]);
  const admin = await plane.signInAs("admin", projectId);
  await assert.rejects(admin.updateManagementServer({ body: { enabled: true } }), { code: "FORBIDDEN" });
  await switchTo(true);
});

test("it wants a live token, and no session opens it", async () => {
  for (const authorization of ["Bearer fer_pat_none", "Basic abc", ""]) {
    const headers = { accept, ...(authorization === "" ? {} : { authorization }) };
    const answer = await plane.request("/mcp/ferrule", { method: "POST", headers, body: ping });
    assert.equal(answer.status, 401, authorization);
    assert.equal(
      answer.headers.get("www-authenticate"),
      'Bearer resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp/ferrule", scope="read write deploy release"',
    );
  }
  const session = await plane.session("owner", projectId);
  assert.equal(
    (await session.request("/mcp/ferrule", { method: "POST", headers: { accept }, body: ping })).status,
    401,
  );
  assert.equal((await plane.request("/mcp/ferrule")).status, 405);
});

test("an agent sees the tools of its scopes, and reads what is here", async () => {
  await owner.createFunction({ body: { slug: "greet", source: "export default () => 1;", description: "Greets." } });
  await using agent = await connectAgent(plane.url, await agentToken(owner, { projectId, scopes: ["read"] }));
  const names = await agent.tools();
  assert.ok(names.includes("overview") && !names.includes("write_function"), names.join());
  const { said } = await agent.call("overview");
  assert.deepEqual((said["functions"] as { slug: string }[])[0]?.slug, "greet");
  assert.deepEqual(said["untrusted_data"], { descriptions: { greet: "Greets." } });
  const found = await agent.call("search", { query: "gre" });
  assert.equal(found.said["found"], 1);
  const read = await agent.call("read_function", { function: "greet" });
  assert.match(read.text, /export default/);
  const missing = await agent.call("read_function", { function: "none" });
  assert.ok(missing.isError);
  const { code, docs } = missing.said["error"] as { code: string; docs: string };
  assert.deepEqual([code, docs], ["NOT_FOUND", "http://localhost:8080/docs/errors/NOT_FOUND"]);
});

test("a token without scopes opens nothing there, because nobody would be asked to confirm at /api", async () => {
  const { value } = await owner.createToken({ body: { name: "program", role: "owner", projectId } });
  assert.equal((await post(value)).status, 403);
  assert.equal((await plane.request("/api/functions", { headers: { authorization: `Bearer ${value}` } })).status, 200);
});

test("a token with scopes works only there", async () => {
  const token = await agentToken(owner, { projectId, scopes: ["read", "write"] });
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ["/api/functions", "/api/auth/me", "/api/management-server"]) {
    assert.equal((await plane.request(path, { headers })).status, 403, path);
  }
});

test("the audit names the program and the person, whatever the client speaks", async () => {
  const token = await agentToken(owner, { projectId, scopes: ["write"] });
  await using agent = await connectAgent(plane.url, token, "evil\u202Eagent");
  const { said } = await agent.call("bind", { function: "greet", endpoint: "hello", tool: "greet" });
  assert.equal(said["endpoint"], "hello");
  const { items } = await owner.listAuditEvents({ query: { action: "mcp-binding.create" } });
  assert.deepEqual(items[0]?.changes["agent"], { client: "evilagent 1.2.3" });
  assert.equal(items[0]?.actor.kind, "token");
  const { user } = await owner.getMe({});
  assert.equal(items[0]?.actor.userId, user.id);
});

test("more rights than before need a person, who decides once about exactly this change", async () => {
  const token = await agentToken(owner, { projectId, scopes: ["write"] });
  await using agent = await connectAgent(plane.url, token);
  const { said: policy } = await agent.call("set_policy", { endpoint: "hello" });
  const change = { endpoint: "hello", change: { caller: { mode: "none" } }, revision: policy["revision"] };
  const asked = await agent.call("set_policy", change);
  const { link } = asked.said["confirm"] as { link: string };
  const confirmationId = link.split("/").at(-1) ?? "";
  const params = { confirmationId };
  const shown = await owner.getConfirmation({ params });
  assert.equal(shown.status, "pending");
  assert.ok(
    shown.effects.some(({ said }) => said.includes('"mode":"none"')),
    JSON.stringify(shown.effects),
  );
  await owner.decideConfirmation({ params, body: { decision: "confirm", digest: shown.digest } });
  const other = await agent.call("set_policy", {
    ...change,
    change: { caller: { mode: "none" }, allowedOrigins: ["*"] },
  });
  assert.ok(other.said["confirm"] !== undefined, "another change is another question");
  const done = await agent.call("set_policy", change);
  assert.equal((done.said["policy"] as { caller: { mode: string } }).caller.mode, "none", done.text);
  const again = await agent.call("set_policy", change);
  assert.equal((again.said["error"] as { code: string }).code, "REVISION_CONFLICT");
  assert.equal((await owner.getConfirmation({ params })).status, "used");
});

test("the codes of errors are explained", async () => {
  await using agent = await connectAgent(plane.url, await agentToken(owner, { projectId, scopes: ["read"] }));
  for (const code of ["CONFIRMATION_REQUIRED", "SCHEMA_ROOT", "FUNCTION_TIMEOUT"])
    assert.ok(!(await agent.call("explain_error", { code })).isError, code);
  assert.ok((await agent.call("explain_error", { code: "NOT_A_CODE" })).isError);
});
