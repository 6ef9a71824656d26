import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { jwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { endpointState } from "../../testing/deployed.ts";
import { startTestIssuer, type TestIssuer } from "../../testing/issuer.ts";
import { legacy } from "../../testing/rpc.ts";
import { publicUrl, startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const resource = `${publicUrl}/mcp/development/one/tools`;

describe("rules of who may call what", () => {
  let worker: TestWorker;
  let issuer: TestIssuer;
  before(async () => {
    issuer = await startTestIssuer(resource);
    const scoped = tools.map((one) => (one.name === "list" ? { ...one, tool: { scope: "lists:read" } } : one));
    const settings = { egressAllowPrivate: ["127.0.0.1/32"] };
    worker = await startTestWorker({ functions: scoped, behaviours, settings });
  });
  after(async () => {
    await worker?.[Symbol.asyncDispose]();
    await issuer?.[Symbol.asyncDispose]();
  });

  let revision = 0;
  /** Sets a policy and waits until it is in force. */
  async function hold(kind: "mcp" | "http", given: object): Promise<void> {
    revision += 1;
    const marker = { name: `revision-${revision}` };
    const plain = { issuer: issuer.issuer, audience: resource };
    const state = (jwt: object) => endpointState(kind, {}, { callerMode: "jwt", jwt: jwtPolicy.parse(jwt) });
    // A claim that every token lacks at first, so that the change is visible.
    worker.feed.say(state({ ...plain, requiredClaims: [marker] }));
    const good = await issuer.sign();
    const path = kind === "mcp" ? "/mcp/development/one/tools" : "/http/development/one/api/none";
    const status = async () => (await worker.fetch(path, { method: "POST", body: "{}", headers: bearer(good) })).status;
    await until("the policy is closed", async () => (await status()) === 401);
    worker.feed.say(state({ ...plain, ...given }));
    await until("the policy holds", async () => (await status()) !== 401);
  }
  const bearer = (token: string) => ({ "x-api-key": undefined, authorization: `Bearer ${token}` });
  const rpc = async (token: string, method: string, params: object = {}) =>
    worker.post(legacy(method, params), bearer(token));
  const callTool = async (token: string, name: string) => rpc(token, "tools/call", { name });
  async function listed(token: string): Promise<string[]> {
    const answer = (await (await rpc(token, "tools/list")).json()) as { result: { tools: { name: string }[] } };
    return answer.result.tools.map(({ name }) => name);
  }
  const codeOf = async (answer: Response) =>
    ((await answer.json()) as { error?: { data?: { code: string } } }).error?.data?.code ?? "called";

  test("without rules a token opens everything that asks for no scope of its own", async () => {
    await hold("mcp", {});
    const token = await issuer.sign();
    assert.equal((await listed(token)).length, tools.length - 1);
    assert.equal(await codeOf(await callTool(token, "plain")), "called");
    const refused = await callTool(token, "list");
    assert.equal(refused.status, 403);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    assert.match(challenge, /error="insufficient_scope"/);
    assert.match(challenge, /scope="lists:read"/);
    const scoped = await issuer.sign({ scp: ["lists:read", "other"] });
    assert.equal(await codeOf(await callTool(scoped, "list")), "called");
  });

  test("shows and opens what rules allow by group, claim and scope, and nothing else", async () => {
    await hold("mcp", {
      groupsClaim: "realm_access.roles",
      rules: [
        { when: { group: "support" }, allow: ["plain", "blocks"] },
        { when: { claim: { name: "https://acme.example/level", value: 3 } }, allow: ["echo"] },
        { when: { group: "support", scope: "admin" }, allow: ["*"] },
      ],
    });
    const nobody = await issuer.sign();
    assert.deepEqual(await listed(nobody), []);
    assert.equal(await codeOf(await callTool(nobody, "plain")), "NOT_FOUND");

    const support = await issuer.sign({ realm_access: { roles: ["other", "support"] } });
    assert.deepEqual(await listed(support), ["blocks", "plain"]);
    assert.equal(await codeOf(await callTool(support, "plain")), "called");
    const stepUp = await callTool(support, "echo");
    assert.equal(stepUp.status, 403);
    assert.match(stepUp.headers.get("www-authenticate") ?? "", /scope="admin"/);

    const level = await issuer.sign({ "https://acme.example/level": 3, scope: "admin" });
    assert.deepEqual(await listed(level), ["echo"]);
    assert.equal(await codeOf(await callTool(level, "plain")), "NOT_FOUND");
    const text = await issuer.sign({ "https://acme.example/level": "3" });
    assert.deepEqual(await listed(text), [], "a claim of another type is another value");

    const admin = await issuer.sign({ realm_access: { roles: ["support"] }, scope: "read admin" });
    assert.equal((await listed(admin)).length, tools.length - 1);
  });

  test("a group of another place, in another case, or nested in a list, is none", async () => {
    await hold("mcp", { rules: [{ when: { group: "support" }, allow: ["plain"] }] });
    for (const claims of [
      { groups: ["Support"] },
      { groups: [["support"]] },
      { groups: { support: true } },
      { groups: "support staff" },
      { roles: ["support"] },
      { realm_access: { groups: ["support"] } },
    ])
      assert.deepEqual(await listed(await issuer.sign(claims)), [], JSON.stringify(claims));
    assert.deepEqual(await listed(await issuer.sign({ groups: "support" })), ["plain"]);
  });

  test("the first rule about a caller that names a tenant decides whose call it is", async () => {
    await hold("mcp", {
      rules: [
        { when: { group: "acme" }, allow: ["plain"], tenant: "acme" },
        { when: { group: "globex" }, allow: ["blocks"], tenant: "globex" },
        { when: { group: "partner" }, allow: ["plain"], tenant: { claim: "org.id" } },
        { allow: ["region"] },
      ],
    });
    const tenantOf = async (claims: object, name = "plain") => {
      await callTool(await issuer.sign({ ...claims }), name);
      return worker.calls.at(-1)?.tenantId;
    };
    assert.equal(await tenantOf({ groups: ["globex", "acme"] }), "acme");
    assert.deepEqual(await listed(await issuer.sign({ groups: ["globex", "acme"] })), ["plain", "region"]);
    assert.equal(await tenantOf({ groups: ["globex"] }, "blocks"), "globex");
    assert.equal(await tenantOf({ groups: ["partner"], org: { id: "initech" } }), "initech");
    assert.equal(await tenantOf({}, "region"), "default");
    for (const org of [undefined, { id: "not a tenant" }, { id: ["initech"] }, { id: 7 }])
      assert.deepEqual(await listed(await issuer.sign({ groups: ["partner"], org })), ["region"]);
  });

  test("tells the Function who calls, with the claims that the policy lets through", async () => {
    await hold("mcp", { claims: ["department", "realm_access.roles", "absent"] });
    const said = { email: "ada@acme.example", azp: "cli", scope: "a b", department: "ops", secret: "hidden" };
    await callTool(await issuer.sign({ ...said, realm_access: { roles: ["x"] } }), "plain");
    assert.deepEqual(worker.calls.at(-1)?.caller, {
      kind: "jwt",
      id: "ada",
      name: "ada@acme.example",
      issuer: issuer.issuer,
      subject: "ada",
      clientId: "cli",
      email: "ada@acme.example",
      scopes: ["a", "b"],
      claims: { department: "ops", "realm_access.roles": ["x"] },
    });
    const named = { caller_issuer: "https://another.example", caller_subject: "owner" };
    await callTool(await issuer.sign({ ...said, ...named }), "plain");
    assert.notEqual(worker.calls.at(-1)?.caller.subject, "owner", "no other issuer names callers of a provider");
    await callTool(await issuer.sign({ ...said, email_verified: false }), "plain");
    assert.equal(worker.calls.at(-1)?.caller.email, undefined);
    assert.equal((await callTool(await issuer.sign({ department: "x".repeat(5_000) }), "plain")).status, 401);
  });

  test("holds on routes as on tools", async () => {
    await hold("http", { rules: [{ when: { scope: "read" }, allow: ["GET /fails"] }] });
    const get = async (token: string, path: string) =>
      worker.fetch(`/http/development/one/api${path}`, { headers: bearer(token) });
    const reader = await issuer.sign({ scope: "read" });
    assert.equal((await get(reader, "/fails")).status, 404, "what the Function answers");
    assert.equal((await get(reader, "/throws")).status, 403);
    const stepUp = await get(await issuer.sign(), "/fails");
    assert.equal(stepUp.status, 403);
    assert.match(stepUp.headers.get("www-authenticate") ?? "", /scope="read"/);
  });
});
