import assert from "node:assert/strict";
import { test } from "node:test";
import { changesPage, type EndpointState } from "@ferrule/contract/internal/changes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { issuePaths } from "../../testing/refusal.ts";

const scene = duringTests(() => startScene({ holdMs: 50 }));
const admin = duringTests(() => scene.plane.signInAs("admin"));

let made = 0;
const endpointOf = async (kind: "mcp" | "http" = "mcp") =>
  (await admin.createRuntimeEndpoint({ body: { kind, slug: `approved-${(made += 1)}` } })).id;
const caller = { mode: "api-key" as const };
const environment = "production" as const;
const above = { type: "object", properties: { amount: { exclusiveMinimum: 500 } }, required: ["amount"] };
const byOwners = { roles: ["owner" as const] };
const rule = (over: object = {}) => ({ names: ["refund"], by: byOwners, ...over });
const save = (endpointId: string, approvals: object[]) =>
  admin.replaceAuthPolicy({
    params: { endpointId },
    body: { environment, caller, approvals: approvals as ReturnType<typeof rule>[] },
  });

/** The endpoint's policy for Production, as the feed tells workers. */
async function heard(endpointId: string) {
  for (let since = 0; ;) {
    const { body } = await scene.worker().call("GET", `/internal/changes?held=0&since=${since}`);
    const page = changesPage.parse(body);
    const item = page.items.find(({ key }) => key === `endpoint:${endpointId}`);
    if (item !== undefined) return (item.state as EndpointState).policies.production;
    if (!page.more) return assert.fail("the feed does not have the endpoint");
    since = page.sequence;
  }
}

test("keeps a policy's approvals with their defaults, tells workers, and audits them", async () => {
  const endpointId = await endpointOf();
  assert.equal("approvals" in (await heard(endpointId)), false);
  const full = {
    names: ["refund", "*"],
    when: above,
    by: { roles: ["owner", "admin"], people: ["Ada@acme.example"], groups: ["Finance"], caller: true },
    people: 2,
    notAsker: false,
    expiresSeconds: 3_600,
  };
  const { id, approvals } = await save(endpointId, [full, rule()]);
  const [first, second] = approvals;
  assert.deepEqual(first, full);
  assert.deepEqual(second, {
    names: ["refund"],
    when: null,
    by: { roles: ["owner"], people: [], groups: [], caller: false },
    people: 1,
    notAsker: true,
    expiresSeconds: 86_400,
  });
  assert.deepEqual((await heard(endpointId)).approvals, approvals);
  const { items } = await admin.listAuditEvents({ query: { targetId: id } });
  assert.deepEqual(items[0]?.changes, { before: { approvals: [] }, after: { approvals } });
  await save(endpointId, []);
  assert.equal("approvals" in (await heard(endpointId)), false);
});

test("refuses rules that would hold nothing up, that nobody could satisfy, or that no worker can check", async () => {
  const wrong: Record<string, object> = {
    "names.0": rule({ names: ["POST /refunds"] }),
    names: rule({ names: [] }),
    by: rule({ by: {} }),
    "by.people.0": rule({ by: { people: ["not an address"] } }),
    "by.groups.0": rule({ by: { groups: ["a\u202eb"] } }),
    people: rule({ people: 6 }),
    notAsker: rule({ by: { caller: true } }),
    expiresSeconds: rule({ expiresSeconds: 59 }),
    "when.$ref": rule({ when: { $ref: "https://elsewhere.example/schema.json" } }),
    "when.properties.a.pattern": rule({ when: { properties: { a: { pattern: "(a+)+\\1" } } } }),
    "when.type": rule({ when: { type: "money" } }),
    when: rule({ when: { description: "x".repeat(16_400) } }),
  };
  const endpointId = await endpointOf();
  for (const [path, given] of Object.entries(wrong))
    assert.deepEqual(await issuePaths(save(endpointId, [given])), [`body.approvals.0.${path}`]);
  const fewer = rule({ by: { people: ["a@b.example", "A@B.example"] }, people: 2 });
  assert.deepEqual(await issuePaths(save(endpointId, [rule(), fewer])), ["body.approvals.1.people"]);
  const many = Array.from({ length: 21 }, () => rule());
  assert.deepEqual(await issuePaths(save(endpointId, many)), ["body.approvals"]);

  const routes = await endpointOf("http");
  await save(routes, [rule({ names: ["POST /refunds/{id}", "*"] })]);
  const names = ["refund", "post /refunds", "POST refunds", "POST  /refunds", "POST /re funds", "POST /a/../b"];
  assert.deepEqual(
    await issuePaths(save(routes, [rule({ names })])),
    names.map((_, index) => `body.approvals.0.names.${index}`),
  );
});

test("says which approvals a call of a tool needs", async () => {
  const endpointId = await endpointOf();
  const two = { roles: ["owner" as const, "admin" as const], people: ["ada@acme.example"], groups: ["Finance"] };
  await save(endpointId, [
    rule({ when: above, by: two, people: 2 }),
    rule({ names: ["*"], by: { caller: true }, notAsker: false }),
    rule(),
  ]);
  const needed = async (target: string) =>
    (await admin.evaluateAuthPolicy({ params: { endpointId }, body: { environment, target } })).approvals;
  const always = { rule: 2, always: true, reason: "Needs approval by the person for whom the call was made." };
  assert.deepEqual(await needed("other"), [always]);
  assert.deepEqual(await needed("refund"), [
    {
      rule: 1,
      always: false,
      reason:
        "Needs approval by two of these: an owner, an admin, ada@acme.example or someone of the group Finance, but not by the person who asked, if its arguments match the rule.",
    },
    always,
  ]);
  const claims = { sub: "x" };
  const body = { environment, target: "other", claims };
  assert.deepEqual((await admin.evaluateAuthPolicy({ params: { endpointId }, body })).approvals, [always]);
  await save(endpointId, []);
  assert.deepEqual(await needed("other"), []);
});

test("whoever saves a policy learns which calls need less approval than before", async () => {
  const endpointId = await endpointOf();
  const { slug } = await admin.getRuntimeEndpoint({ params: { endpointId } });
  const warningsOf = async (approvals: ReturnType<typeof rule>[]) => (await save(endpointId, approvals)).warnings;
  assert.deepEqual(await warningsOf([rule({ people: 2 }), rule({ names: ["pay"] })]), []);
  const weaker = (names: string) => [
    `In production, calls of ${names} at endpoint ${slug} need less approval than before.`,
  ];
  assert.deepEqual(await warningsOf([rule()]), weaker("pay, refund"));
  assert.deepEqual(await warningsOf([rule({ people: 3 }), rule({ names: ["*"] })]), []);
  assert.deepEqual(await warningsOf([]), weaker("all others, refund"));
});

test("a manifest carries approvals, refuses wrong ones at their place, and warns where calls would need less", async () => {
  const endpointId = await endpointOf();
  const params = { endpointId };
  await save(endpointId, [rule({ people: 2 }), rule({ names: ["pay"] })]);
  const { digest: _, ...manifest } = await admin.getManifest({ params });
  assert.equal(manifest.policies.production.approvals.length, 2);
  const given = (approvals: object[]) => {
    const production = { ...manifest.policies.production, approvals: approvals as ReturnType<typeof rule>[] };
    return { manifest: { ...manifest, policies: { ...manifest.policies, production } } };
  };
  const plan = async (approvals: object[]) => {
    const { changes, warnings } = await admin.previewManifest({ params, body: given(approvals) });
    return [changes.map(({ kind, name, fields }) => [kind, name, fields]), warnings];
  };
  const changed = [["auth-policy", "production", ["approvals"]]];
  const slug = manifest.endpoint.slug;
  assert.deepEqual(await plan([rule()]), [
    changed,
    [`In production, calls of pay, refund at endpoint ${slug} need less approval than before.`],
  ]);
  assert.deepEqual(await plan([rule({ people: 3 }), rule({ names: ["*"] })]), [changed, []]);
  const refused = admin.previewManifest({ params, body: given([rule({ names: ["no tool"] })]) });
  assert.deepEqual(await issuePaths(refused), ["body.manifest.policies.production.approvals.0.names.0"]);
});
