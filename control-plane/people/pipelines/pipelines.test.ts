import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import type { NewPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { changeUser } from "../users/queries.ts";
import { startFakeProvider } from "../identity/testing/fake-provider.ts";
import { startTestControlPlane, type SignedIn } from "../../testing/test-control-plane.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const forge = duringTests(startFakeProvider);

let made = 0;
const rule = (more: Partial<NewPipelineRule> = {}): NewPipelineRule => ({
  name: `rule ${(made += 1)}`,
  issuer: forge.issuer,
  claims: { repository: `team/shop-${made}`, ref: "refs/heads/main" },
  role: "developer",
  lifetimeSeconds: 900,
  ...more,
});

/** An ID token of the forge with these claims. */
function idToken(claims: Record<string, unknown>): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000);
  const usual = { iss: forge.issuer, aud: plane.settings.publicUrl, sub: "repo:team/shop", iat, exp: iat + 300 };
  return forge.sign({ ...usual, ...claims });
}

const clientOf = (value: string) => createClient({ baseUrl: plane.url, headers: { authorization: `Bearer ${value}` } });

/** A Project of its own: the audit log sums up refusals of one Project. */
async function newPlace() {
  const project = await plane.createProject();
  const owner = await plane.session("owner", project.id);
  const addRule = (more: Partial<NewPipelineRule> = {}, by: SignedIn = owner) =>
    by.client.createPipelineRule({ body: rule(more) });
  const exchange = (token: string) =>
    createClient({ baseUrl: plane.url }).createPipelineToken({ body: { project: project.slug, token } });
  /** The reason of a refusal, which only the audit log names. */
  async function refused(token: string): Promise<string> {
    await assert.rejects(exchange(token), {
      code: "INVALID_CREDENTIALS",
      message: "No rule of this Project accepts the token. The audit log of the Project names the reason.",
    });
    const { items } = await owner.client.listAuditEvents({ query: { action: "pipeline-token.create" } });
    return String((items[0]?.changes as { reason?: string } | null)?.reason);
  }
  return { project, owner, addRule, exchange, refused };
}

test("a pipeline whose claims are the rule's gets a token that acts in the Project with the rule's role", async () => {
  const { project, owner, addRule, exchange } = await newPlace();
  const { id, claims, name } = await addRule();
  const given = await exchange(await idToken(claims));
  assert.deepEqual([given.projectId, given.role, given.rule], [project.id, "developer", name]);
  const left = Date.parse(given.expiresAt) - Date.now();
  assert.ok(left > 800_000 && left <= 900_000, String(left));
  const client = clientOf(given.value);
  await client.createFunction({ body: { slug: `made-${made}`, source: "export default () => 1;" } });
  await assert.rejects(client.releaseDeployment({ body: { projectDeploymentId: "dep_x" } }), /role|valid/);
  assert.notEqual((await owner.client.getPipelineRule({ params: { ruleId: id } })).lastUsedAt, null);
});

test("a token ends with its rule", async () => {
  const { owner, addRule, exchange, refused } = await newPlace();
  const { id, claims } = await addRule();
  const { value } = await exchange(await idToken(claims));
  await clientOf(value).listFunctions({ query: {} });
  await owner.client.deletePipelineRule({ params: { ruleId: id } });
  await assert.rejects(clientOf(value).listFunctions({ query: {} }), { status: 401 });
  assert.match(await refused(await idToken(claims)), /rule/);
});

test("refuses a token of another repository, branch, audience, issuer, key or time, and the audit log names why", async () => {
  const { addRule, refused } = await newPlace();
  const { claims, name } = await addRule();
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const other = await startFakeProvider();
  try {
    for (const [token, reason] of [
      [await idToken({ ...claims, repository: "team/other" }), `${name}: repository`],
      [await idToken({ ...claims, ref: "refs/heads/main-2" }), `${name}: ref`],
      [await idToken({ ref: "refs/heads/main" }), `${name}: repository`],
      [await idToken({ ...claims, aud: "https://other.example" }), "aud"],
      [await idToken({ ...claims, iat: past - 300, exp: past }), "expired"],
      [await idToken({ ...claims, exp: undefined }), "exp"],
      [
        await other.sign({ iss: forge.issuer, aud: plane.settings.publicUrl, iat: past, exp: past * 2, ...claims }),
        "sign",
      ],
      [await idToken({ ...claims, iss: other.issuer }), "No rule names the issuer"],
      [`${(await idToken(claims)).split(".").slice(0, 2).join(".")}.`, "sign"],
      ["not a token", "No rule names the issuer"],
    ] as const) {
      const said = await refused(token);
      assert.ok(said.includes(reason), `"${said}" names ${reason}`);
    }
  } finally {
    await other[Symbol.asyncDispose]();
  }
});

test("an unsigned token is refused, also if it names its own algorithm", async () => {
  const { addRule, refused } = await newPlace();
  const { claims } = await addRule();
  const [, payload] = (await idToken(claims)).split(".");
  const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  assert.match(await refused(`${header}.${payload}.`), /did not sign/);
});

test("a rule opens its own Project alone", async () => {
  const { addRule, exchange } = await newPlace();
  const { claims } = await addRule();
  const { project: elsewhere, exchange: exchangeElsewhere } = await newPlace();
  await assert.rejects(exchangeElsewhere(await idToken(claims)), { status: 401 });
  const { value } = await exchange(await idToken(claims));
  await assert.rejects(clientOf(value).getProject({ params: { projectId: elsewhere.id } }), { status: 404 });
});

test("* stands for any characters of a claim, and for no more than that claim", async () => {
  const { addRule, exchange, refused } = await newPlace();
  const claims = { repository: `team/stars`, ref: "refs/heads/release-*-x" };
  await addRule({ claims });
  await exchange(await idToken({ ...claims, ref: "refs/heads/release-1-x" }));
  for (const ref of ["refs/heads/release-x", "refs/heads/release-1", "x/refs/heads/release-1-x"])
    assert.match(await refused(await idToken({ ...claims, ref })), /ref/);
});

test("of several rules the one with the highest role counts", async () => {
  const { addRule, exchange } = await newPlace();
  const claims = { repository: "team/several" };
  await addRule({ claims, role: "developer" });
  const { name } = await addRule({ claims: { ...claims, ref: "refs/heads/main" }, role: "admin" });
  assert.equal((await exchange(await idToken({ ...claims, ref: "refs/heads/main" }))).rule, name);
  assert.equal((await exchange(await idToken({ ...claims, ref: "refs/heads/x" }))).role, "developer");
});

test("a pipeline never does more than its rule's user may now", async () => {
  const { project, addRule, exchange, refused } = await newPlace();
  const admin = await plane.session("admin", project.id);
  const { claims } = await addRule({ role: "admin" }, admin);
  const { value, role } = await exchange(await idToken(claims));
  assert.equal(role, "admin");
  const set = (changes: { role?: Role; status?: "active" | "disabled" }) =>
    plane.app.store.inInstallation((scope) => changeUser(scope, admin.user.id, changes));
  await set({ role: "operator" });
  await assert.rejects(clientOf(value).createFunction({ body: { slug: "no", source: "1" } }), { status: 403 });
  assert.equal((await exchange(await idToken(claims))).role, "operator");
  await set({ status: "disabled" });
  assert.match(await refused(await idToken(claims)), /disabled/);
});

test("nobody makes a rule with a higher role than their own, and tokens make none", async () => {
  const { project, addRule, exchange } = await newPlace();
  const admin = await plane.session("admin", project.id);
  await assert.rejects(addRule({ role: "owner" }, admin), { status: 403 });
  for (const role of ["developer", "operator"] as const)
    await assert.rejects(addRule({}, await plane.session(role, project.id)), { status: 403 });
  const { claims } = await addRule({ role: "owner" });
  const { value } = await exchange(await idToken(claims));
  await assert.rejects(clientOf(value).createPipelineRule({ body: rule() }), { status: 403 });
});

test("a rule must say whose pipelines it accepts", async () => {
  const { addRule } = await newPlace();
  const open: Record<string, string>[] = [
    {},
    { ref: "refs/heads/main" },
    { repository: "*" },
    { repository: "team/*" },
    { sub: "repo:*" },
  ];
  for (const claims of open) await assert.rejects(addRule({ claims }), { status: 400 });
});

test("a person's list of tokens has none of pipelines, and expired ones are removed", async () => {
  const { owner, addRule, exchange } = await newPlace();
  const { id, claims } = await addRule();
  await exchange(await idToken(claims));
  const { items } = await owner.client.listTokens({ query: {} });
  assert.deepEqual(items, []);
  const live = () =>
    plane.app.store.inInstallation(async ({ tx }) =>
      tx.selectFrom("apiTokens").select("id").where("pipelineRuleId", "=", id).execute(),
    );
  await plane.app.store.inInstallation(async ({ tx }) => {
    await tx
      .updateTable("apiTokens")
      .set({ expiresAt: new Date(0) })
      .where("pipelineRuleId", "=", id)
      .execute();
  });
  await exchange(await idToken(claims));
  assert.equal((await live()).length, 1);
});
