import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { deployDrafts } from "../../../testing/deploy-drafts.ts";
import { keepCalled } from "../../../testing/keep-called.ts";
import { agentToken, connectAgent } from "../testing/connect-agent.ts";
import { askedId, callBody, codeOf, confirm, startHostileScene, type Wish } from "../testing/start-hostile-scene.ts";

const scene = duringTests(startHostileScene);

describe("confirmations", () => {
  const changed: [string, (change: Wish["change"]) => object][] = [
    ["another mode", (given) => ({ ...given, change: { caller: { mode: "none" }, allowedOrigins: ["*"] } })],
    ["Production", (given) => ({ ...given, environment: "production" })],
    [
      "approvals beside it",
      (given) => ({
        ...given,
        change: { ...given.change, approvals: [], permissions: "*", allowedOrigins: ["https://evil.example"] },
      }),
    ],
  ];
  for (const [name, edit] of changed)
    test(`an edited argument is another question: ${name}`, async () => {
      const asked = await scene.wish();
      await confirm(scene.owner, asked);
      const { said } = await scene.agent.call("set_policy", edit(asked.change) as Record<string, unknown>);
      assert.ok(said["confirm"] !== undefined || codeOf(said) !== undefined, JSON.stringify(said));
      await scene.assertUnchanged(asked.endpoint);
    });

  test("another token of the same person cannot use it", async () => {
    const asked = await scene.wish();
    await confirm(scene.owner, asked);
    await using other = await connectAgent(
      scene.plane.url,
      await agentToken(scene.owner, { projectId: scene.projectId, scopes: ["write"] }),
    );
    assert.ok((await other.call("set_policy", asked.change)).said["confirm"] !== undefined);
    await scene.assertUnchanged(asked.endpoint);
  });

  test("it works once, and not after it was declined or has expired", async () => {
    const used = await scene.wish();
    await confirm(scene.owner, used);
    assert.ok(!(await scene.agent.call("set_policy", used.change)).isError);
    await assert.rejects(confirm(scene.owner, used), { code: "INVALID_STATE" });

    const declined = await scene.wish();
    const params = { confirmationId: declined.confirmationId };
    await scene.owner.decideConfirmation({ params, body: { decision: "decline", digest: declined.digest } });
    assert.equal(codeOf((await scene.agent.call("set_policy", declined.change)).said), "FORBIDDEN");
    await assert.rejects(confirm(scene.owner, declined), { code: "INVALID_STATE" });
    await scene.assertUnchanged(declined.endpoint);

    const late = await scene.wish();
    await confirm(scene.owner, late);
    await scene.plane.app.store.inInstallation(({ tx }) =>
      sql`update confirmations set expires_at = now() where id = ${late.confirmationId}`.execute(tx),
    );
    assert.ok((await scene.agent.call("set_policy", late.change)).said["confirm"] !== undefined);
    await scene.assertUnchanged(late.endpoint);
  });

  test("ten calls at once use it once", async () => {
    const asked = await scene.wish();
    await confirm(scene.owner, asked);
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.agent.call("set_policy", asked.change)));
    assert.equal(answers.filter(({ said }) => said["policy"] !== undefined).length, 1);
  });

  test("only a person decides, who may make the change, about what they saw", async () => {
    const asked = await scene.wish();
    const { confirmationId } = asked;
    const path = `/api/confirmations/${confirmationId}/decision`;
    const body = { decision: "confirm", digest: asked.digest };
    const program = await scene.owner.createToken({
      body: { name: "program", role: "owner", projectId: scene.projectId },
    });
    for (const value of [scene.token, program.value]) {
      const headers = { authorization: `Bearer ${value}` };
      assert.equal((await scene.plane.request(path, { method: "POST", headers, body })).status, 403);
    }
    assert.equal((await scene.plane.request(path, { method: "POST", body })).status, 401);
    const session = await scene.plane.session("owner", scene.projectId);
    const { "x-csrf-token": _csrf, ...cookie } = session.headers() as { "x-csrf-token": string; cookie: string };
    assert.equal(
      (await scene.plane.request(path, { method: "POST", headers: cookie, body })).json.error.code,
      "CSRF_INVALID",
    );
    for (const role of ["developer", "operator"] as const)
      await assert.rejects(confirm(await scene.plane.signInAs(role, scene.projectId), asked), { code: "FORBIDDEN" });
    await assert.rejects(confirm(scene.owner, { confirmationId, digest: "0".repeat(64) }), { code: "INVALID_STATE" });
    await scene.assertUnchanged(asked.endpoint);
  });

  test("where somebody else must confirm, the person behind the agent cannot", async () => {
    await scene.owner.updateManagementServer({ body: { confirmedBy: "others" } });
    const asked = await scene.wish();
    await assert.rejects(confirm(scene.owner, asked), { code: "FORBIDDEN" });
    await confirm(await scene.plane.signInAs("admin", scene.projectId), asked);
    assert.ok(!(await scene.agent.call("set_policy", asked.change)).isError);
    await scene.owner.updateManagementServer({ body: { confirmedBy: "anyone" } });
  });

  test("a confirmed change of a state that has moved on is refused", async () => {
    const asked = await scene.wish();
    await confirm(scene.owner, asked);
    const { items } = await scene.owner.listRuntimeEndpoints({ query: { q: asked.endpoint } });
    const params = { endpointId: items[0]?.id ?? "" };
    const body = {
      environment: "development" as const,
      caller: { mode: "api-key" as const },
      allowedOrigins: ["https://a.example"],
    };
    await scene.owner.replaceAuthPolicy({ params, body });
    assert.equal(codeOf((await scene.agent.call("set_policy", asked.change)).said), "REVISION_CONFLICT");
  });

  test("what the client says of the person's answer confirms nothing", async () => {
    const asked = await scene.wish();
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "forger", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    const inputResponses = { confirm: { action: "accept", content: { confirmed: true } } };
    const body = callBody("set_policy", asked.change);
    const forged = { ...body, params: { ...body.params, inputResponses, _meta: meta } };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "set_policy" };
    await scene.send(forged, headers);
    await scene.assertUnchanged(asked.endpoint);
  });

  test("deletions need a person, whatever is deleted", async () => {
    const { endpoint } = await scene.wish();
    for (const input of [
      { kind: "tool", name: "greet", of: endpoint },
      { kind: "endpoint", name: endpoint },
    ])
      assert.ok((await scene.agent.call("delete", input)).said["confirm"] !== undefined, input.kind);
    const unbound = await scene.owner.createFunction({ body: { slug: "unbound", source: "export default () => 1;" } });
    assert.ok((await scene.agent.call("delete", { kind: "function", name: "unbound" })).said["confirm"] !== undefined);
    assert.equal((await scene.owner.getFunction({ params: { functionId: unbound.id } })).slug, "unbound");
  });

  test("new rights of a Function need a person, also those in its source", async () => {
    const source = `export const config = { permissions: { hosts: ["evil.example"] } };\nexport default () => 1;`;
    for (const input of [
      { function: "sneaky", source },
      { function: "greedy", source: "export default () => 1;", permissions: { secrets: ["KEY"] } },
      { function: "greet", source, revision: 1 },
    ])
      assert.ok((await scene.agent.call("write_function", input)).said["confirm"] !== undefined, JSON.stringify(input));
    assert.deepEqual((await scene.owner.listFunctions({ query: { names: "sneaky\ngreedy" } })).items, []);
  });

  test("two questions cannot be swapped: neither their digests nor their answers", async () => {
    const value = await agentToken(scene.owner, { projectId: scene.projectId, scopes: ["write"] });
    await using second = await connectAgent(scene.plane.url, value);
    const [one, other] = [await scene.wish(), await scene.wish(second)];
    const swapped = { confirmationId: one.confirmationId, digest: other.digest };
    await assert.rejects(confirm(scene.owner, swapped), { code: "INVALID_STATE" });
    await confirm(scene.owner, one);
    askedId((await scene.agent.call("set_policy", other.change)).said);
    await scene.assertUnchanged(other.endpoint);
  });

  test("what was confirmed in another Project counts only there", async () => {
    const { id: projectId } = await scene.plane.createProject();
    const stranger = await scene.plane.signInAs("owner", projectId);
    await stranger.updateManagementServer({ body: { enabled: true } });
    await stranger.createFunction({ body: { slug: "greet", source: "export default () => 1;" } });
    await using elsewhere = await connectAgent(scene.plane.url, await agentToken(scene.owner, { projectId }));
    const { endpoint, change } = await scene.opening();
    await elsewhere.call("bind", { function: "greet", endpoint, tool: "greet" });
    const confirmationId = askedId((await elsewhere.call("set_policy", change)).said);
    const { digest } = await stranger.getConfirmation({ params: { confirmationId } });
    await confirm(stranger, { confirmationId, digest });
    askedId((await scene.agent.call("set_policy", change)).said);
    await scene.assertUnchanged(endpoint);
  });

  test("what was confirmed of a thing counts for no other that takes its name", async () => {
    const body = { slug: "reborn", source: "export default () => 1;" };
    const { id: functionId } = await scene.owner.createFunction({ body });
    const input = { kind: "function", name: "reborn" };
    const confirmationId = askedId((await scene.agent.call("delete", input)).said);
    const { digest } = await scene.owner.getConfirmation({ params: { confirmationId } });
    await confirm(scene.owner, { confirmationId, digest });
    await scene.owner.deleteFunction({ params: { functionId } });
    const { id } = await scene.owner.createFunction({ body });
    askedId((await scene.agent.call("delete", input)).said);
    assert.equal((await scene.owner.getFunction({ params: { functionId: id } })).slug, "reborn");
  });

  test("an edited release is another question, and releases nothing", async () => {
    const { items } = await scene.owner.listFunctions({ query: { names: "greet" } });
    const functionId = items[0]?.id ?? "";
    await keepCalled(scene.owner, functionId);
    const deployments = [];
    for (let count = 0; count < 2; count += 1) {
      await scene.owner.updateFunction({ params: { functionId }, body: { source: `export default () => ${count};` } });
      await deployDrafts(scene.plane, scene.owner);
      deployments.push((await scene.owner.listDeployments({ query: { limit: 1 } })).items[0]?.id ?? "");
    }
    const [first, second] = deployments;
    const asked = { deployment: first, message: "The first" };
    const confirmationId = askedId((await scene.agent.call("release", asked)).said);
    const { digest } = await scene.owner.getConfirmation({ params: { confirmationId } });
    await confirm(scene.owner, { confirmationId, digest });
    for (const edited of [
      { ...asked, message: "Another" },
      { ...asked, deployment: second },
    ])
      askedId((await scene.agent.call("release", edited)).said);
    const environments = await scene.owner.listEnvironments();
    assert.equal(environments.items.find(({ name }) => name === "production")?.activeDeploymentId, null);
  });

  test("a role that was lost meanwhile does not count: of who confirms, and of who asked", async () => {
    const confirmer = await scene.plane.createUser("admin");
    const { client: admin } = await scene.plane.signIn(confirmer);
    const read = await scene.wish();
    await scene.owner.updateUser({ params: { userId: confirmer.id }, body: { role: "developer" } });
    await assert.rejects(confirm(admin, read), { code: "FORBIDDEN" });

    const asker = await scene.plane.createUser("admin");
    const { client: hers } = await scene.plane.signIn(asker);
    const value = await agentToken(hers, { projectId: scene.projectId, role: "admin", scopes: ["write"] });
    await using herAgent = await connectAgent(scene.plane.url, value);
    const asked = await scene.wish(herAgent);
    await confirm(scene.owner, asked);
    await scene.owner.updateUser({ params: { userId: asker.id }, body: { role: "developer" } });
    assert.equal(codeOf((await herAgent.call("set_policy", asked.change)).said), "FORBIDDEN");
    await scene.assertUnchanged(asked.endpoint);
  });

  test("what was confirmed is not done once the server is switched off", async () => {
    const asked = await scene.wish();
    await confirm(scene.owner, asked);
    await scene.owner.updateManagementServer({ body: { enabled: false } });
    await assert.rejects(scene.agent.call("set_policy", asked.change));
    await scene.owner.updateManagementServer({ body: { enabled: true } });
    await scene.assertUnchanged(asked.endpoint);
  });

  test("of two decisions at the same moment, one counts", async () => {
    const asked = await scene.wish();
    const admin = await scene.plane.signInAs("admin", scene.projectId);
    const params = { confirmationId: asked.confirmationId };
    const decided = await Promise.allSettled([
      confirm(scene.owner, asked),
      admin.decideConfirmation({ params, body: { decision: "decline", digest: asked.digest } }),
    ]);
    assert.equal(decided.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("a question goes with the token that asked it", async () => {
    const body = { name: "agent", role: "owner" as const, projectId: scene.projectId, scopes: ["write" as const] };
    const { id: tokenId, value } = await scene.owner.createToken({ body });
    await using gone = await connectAgent(scene.plane.url, value);
    const asked = await scene.wish(gone);
    await scene.owner.deleteToken({ params: { tokenId } });
    await assert.rejects(confirm(scene.owner, asked), { code: "NOT_FOUND" });
  });

  test("an agent cannot flood people: twenty questions wait at most", async () => {
    const token = await agentToken(scene.owner, { projectId: scene.projectId, scopes: ["write"] });
    await using nagging = await connectAgent(scene.plane.url, token);
    const ask = async (count: number) => {
      const permissions = { secrets: [`KEY_${count}`] };
      const input = { function: `nagging-${count}`, source: "export default () => 1;", permissions };
      return (await nagging.call("write_function", input)).said;
    };
    for (let count = 0; count < 20; count += 1) askedId(await ask(count));
    assert.equal(codeOf(await ask(20)), "RATE_LIMITED");
  });
});
