import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { issuePaths } from "../../testing/refusal.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { changeUser } from "../../people/users/queries.ts";
import { signApprovalLink } from "./approval-link.ts";
import { enrol } from "./testing/enrol.ts";
import { digest, startApprovalScene } from "./testing/start-approval-scene.ts";

const world = duringTests(startApprovalScene);
before(() => restScheduler(world.scene.app));

const gone = { status: 404, code: "NOT_FOUND" };
const forbidden = { status: 403, code: "FORBIDDEN" };
const late = { status: 409, code: "INVALID_STATE" };
const statusOf = async (client: Client, approvalId: string) =>
  (await client.getApproval({ params: { approvalId } })).status;
const jwt = (over: object) => ({ kind: "jwt" as const, id: "s", name: null, ...over });

test("another Project's approval does not exist, to read, to decide or to link", async () => {
  const { ask, decide, scene } = world;
  const { approvalId } = await ask();
  const { id } = await scene.plane.createProject();
  const stranger = await scene.plane.signInAs("owner", id);
  const params = { approvalId };
  await assert.rejects(stranger.getApproval({ params }), gone);
  await assert.rejects(decide(stranger, approvalId), gone);
  await assert.rejects(stranger.createApprovalLink({ params }), gone);
  assert.deepEqual((await stranger.listApprovals({ query: {} })).items, []);
});

test("whoever asked does not approve: as a user, by address, at the provider, as a caller here, or with their key", async () => {
  const { ask, join, decide, endpointId, author } = world;
  const asker = await join("admin");
  const { email, id } = asker.user;
  const { issuer, subject } = await enrol(world, asker, "Askers");
  const params = { endpointId };
  const body = { name: "Agent", environment: "production" as const };
  const issued = await asker.client.createApiKey({ params, body });
  const foreign = await author.client.createApiKey({ params, body });
  const rotated = await author.client.createApiKey({ params, body });
  await asker.client.rotateApiKey({ params: { ...params, keyId: rotated.id }, body: {} });
  await author.client.rotateApiKey({ params: { ...params, keyId: rotated.id }, body: {} });
  const key = (keyId: string) => ({ kind: "api-key" as const, id: keyId, name: "Agent" });
  const asked = {
    user: { kind: "user" as const, id, name: email },
    address: jwt({ issuer: "https://elsewhere.example", subject: "1", email: email.toUpperCase() }),
    provider: jwt({ issuer, subject }),
    here: jwt({ issuer: "http://localhost:8080", subject: id }),
    issued: key(issued.id),
    rotated: key(rotated.id),
  };
  for (const [how, caller] of Object.entries(asked)) {
    const { approvalId } = await ask({ caller });
    const shown = await asker.client.getApproval({ params: { approvalId } });
    assert.equal(shown.mayNotBecause, "You asked for it, so somebody else must decide.", how);
    await assert.rejects(decide(asker.client, approvalId), forbidden, how);
    await assert.rejects(decide(asker.client, approvalId, "rejected"), forbidden, how);
    const { items } = await asker.client.listApprovals({ query: { mine: "true", limit: 200 } });
    assert.ok(!items.some((one) => one.id === approvalId), how);
  }
  const others = { key: key(foreign.id), subject: jwt({ issuer: "https://elsewhere.example", subject }) };
  for (const [how, caller] of Object.entries(others)) {
    const { approvalId } = await ask({ caller });
    assert.equal((await decide(asker.client, approvalId)).status, "approved", how);
  }
});

test("a decision about other arguments than those that the person saw is refused", async () => {
  const { ask, join, decide } = world;
  const owner = await join("owner");
  const { approvalId } = await ask();
  await assert.rejects(decide(owner.client, approvalId, "approved", { digest: "e".repeat(64) }), late);
  const params = { approvalId };
  const body = { decision: "approved" as const, digest };
  for (const wrong of ["D".repeat(64), "", `${digest} `])
    await assert.rejects(owner.client.decideApproval({ params, body: { ...body, digest: wrong } }), { status: 409 });
  assert.equal(await statusOf(owner.client, approvalId), "pending");
});

test("a reason with control or direction characters, or of more than 1,000, is refused", async () => {
  const { ask, join, decide } = world;
  const owner = await join("owner");
  const { approvalId } = await ask();
  for (const reason of ["a\u0000b", "a\u001b[31mb", "a\u202eb", "x".repeat(1_001), "\ud800"])
    assert.equal((await issuePaths(decide(owner.client, approvalId, "approved", { reason })))[0], "body.reason");
  assert.equal(await statusOf(owner.client, approvalId), "pending");
});

test("nobody decides on what has expired, was decided, or was given up", async () => {
  const { ask, join, decide, scene } = world;
  const [owner, admin] = [await join("owner"), await join("admin")];
  const expired = await ask();
  await scene.query((tx) =>
    sql`update approvals set expires_at = now() - interval '1 second' where id = ${expired.approvalId}`.execute(tx),
  );
  const shown = await owner.client.getApproval({ params: { approvalId: expired.approvalId } });
  assert.deepEqual([shown.mayDecide, shown.mayNotBecause], [false, "It has expired."]);
  await assert.rejects(decide(owner.client, expired.approvalId), late);
  await assert.rejects(owner.client.createApprovalLink({ params: { approvalId: expired.approvalId } }), late);

  const decided = await ask();
  await decide(owner.client, decided.approvalId, "rejected");
  await assert.rejects(decide(admin.client, decided.approvalId), late);
  const cancelled = await ask();
  await scene.query((tx) =>
    sql`update approvals set status = 'cancelled', finished_at = now() where id = ${cancelled.approvalId}`.execute(tx),
  );
  await assert.rejects(decide(owner.client, cancelled.approvalId), late);
  const { rows } = await scene.query((tx) =>
    sql<{ status: string }>`select status from runs where id in (${expired.runId}, ${cancelled.runId})`.execute(tx),
  );
  assert.ok(rows.every(({ status }) => status === "waiting"));
});

test("a right that was lost after reading does not count: a role, a group, an account", async () => {
  const { ask, join, decide, scene } = world;
  const change = (userId: string, changes: Parameters<typeof changeUser>[2]) =>
    scene.app.store.inInstallation((scope) => changeUser(scope, userId, changes));
  const [lowered, left, disabled] = [await join("admin"), await join("developer"), await join("owner")];
  const asked = await ask();
  const readBy = async (client: Client, approvalId: string) =>
    (await client.getApproval({ params: { approvalId } })).mayDecide;
  assert.equal(await readBy(lowered.client, asked.approvalId), true);
  await change(lowered.user.id, { role: "developer" });
  await assert.rejects(decide(lowered.client, asked.approvalId), forbidden);

  const { leave } = await enrol(world, left, "Finance");
  const ofGroup = await ask({ by: { groups: ["Finance"] } });
  assert.equal(await readBy(left.client, ofGroup.approvalId), true);
  await leave();
  await assert.rejects(decide(left.client, ofGroup.approvalId), forbidden);

  assert.equal(await readBy(disabled.client, asked.approvalId), true);
  await change(disabled.user.id, { status: "disabled" });
  await assert.rejects(decide(disabled.client, asked.approvalId), { status: 401 });
  assert.equal(await statusOf(world.author.client, asked.approvalId), "pending");
});

test("a program cannot decide with a person's API token", async () => {
  const { ask, join, decide, scene, author } = world;
  const owner = await join("owner");
  const body = { name: "Script", role: "owner" as const, projectId: author.projectId };
  const { value } = await owner.client.createToken({ body });
  const program = createClient({
    baseUrl: scene.plane.url,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${value}` } }),
  });
  const { approvalId } = await ask();
  assert.equal(
    (await program.getApproval({ params: { approvalId } })).mayNotBecause,
    "An API token cannot decide. Sign in to decide yourself.",
  );
  await assert.rejects(decide(program, approvalId), forbidden);
});

test("of decisions at the same moment, exactly one counts", async () => {
  const { ask, join, decide } = world;
  const people = [await join("owner"), await join("admin"), await join("owner"), await join("admin")];
  for (let round = 0; round < 5; round += 1) {
    const { approvalId } = await ask();
    const outcomes = await Promise.allSettled(
      people.map(({ client }, index) => decide(client, approvalId, index % 2 === 0 ? "approved" : "rejected")),
    );
    const counted = outcomes.filter(({ status }) => status === "fulfilled");
    assert.equal(counted.length, 1);
    const { status, decisions } = await people[0]!.client.getApproval({ params: { approvalId } });
    assert.equal(decisions.length, 1);
    assert.equal(decisions[0]?.decision, status);
  }
});

test("one person is not two, even at the same moment", async () => {
  const { ask, join, decide } = world;
  const owner = await join("owner");
  const { approvalId } = await ask({ people: 2 });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => decide(owner.client, approvalId)));
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  const { status, decisions } = await owner.client.getApproval({ params: { approvalId } });
  assert.deepEqual([status, decisions.length], ["pending", 1]);
});

test("an approval is for one call: another one with the same arguments waits for its own", async () => {
  const { ask, join, decide, scene } = world;
  const owner = await join("owner");
  const [one, twin] = [await ask(), await ask()];
  await decide(owner.client, one.approvalId);
  const { rows } = await scene.query((tx) =>
    sql<{ status: string }>`select status from runs where id in (${one.runId}, ${twin.runId})
      order by id = ${twin.runId}`.execute(tx),
  );
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["queued", "waiting"],
  );
  assert.equal(await statusOf(owner.client, twin.approvalId), "pending");
});

test("an approval that was decided and sent again counts once, also with the opposite decision", async () => {
  const { ask, join, decide } = world;
  const [owner, admin] = [await join("owner"), await join("admin")];
  const { approvalId } = await ask();
  await decide(owner.client, approvalId, "rejected");
  for (const client of [owner.client, admin.client])
    for (const decision of ["approved", "rejected"] as const)
      await assert.rejects(decide(client, approvalId, decision), late);
  const { status, decisions } = await owner.client.getApproval({ params: { approvalId } });
  assert.deepEqual([status, decisions.length], ["rejected", 1]);
});

test("a signed link leads to the approval from any Project, and gives no right by itself", async () => {
  const { ask, join, decide, scene } = world;
  const owner = await join("owner");
  const { approvalId } = await ask();
  const { url } = await owner.client.createApprovalLink({ params: { approvalId } });
  const address = new URL(url);
  assert.equal(address.pathname, `/approvals/${approvalId}`);
  const token = address.searchParams.get("link") ?? "";
  const { id: elsewhere } = await scene.plane.createProject();
  const [admin, developer] = [
    await scene.plane.session("admin", elsewhere),
    await scene.plane.session("developer", elsewhere),
  ];
  const opened = await admin.client.openApprovalLink({ body: { token } });
  assert.deepEqual([opened.id, opened.mayDecide], [approvalId, true]);
  assert.equal((await developer.client.openApprovalLink({ body: { token } })).mayDecide, false);
  await assert.rejects(decide(admin.client, approvalId), gone);
  await admin.client.selectProject({ params: { projectId: opened.projectId } });
  assert.equal((await decide(admin.client, approvalId)).status, "approved");
  const again = await admin.client.openApprovalLink({ body: { token } });
  assert.deepEqual([again.status, again.mayDecide], ["approved", false]);
  await assert.rejects(decide(admin.client, approvalId), late);
  const { status } = await scene.plane.request("/api/approval-links", { method: "POST", body: { token } });
  assert.equal(status, 401);
});

test("forged, altered, foreign and expired links open nothing, and tries are limited", async () => {
  const { ask, join, scene } = world;
  const owner = await join("owner");
  const [one, other] = [await ask(), await ask()];
  const { url } = await owner.client.createApprovalLink({ params: { approvalId: one.approvalId } });
  const token = new URL(url).searchParams.get("link") ?? "";
  const [id, until, mac] = token.split(".") as [string, string, string];
  const { sessionSecret } = scene.app.settings;
  const [hence, ago] = [new Date(Date.now() + 60_000), new Date(Date.now() - 1_000)];
  const forged = [
    "x",
    ".",
    `${id}.${until}.`,
    `${id}..${mac}`,
    `${other.approvalId}.${until}.${mac}`,
    `${id}.${until}z.${mac}`,
    `${token}x`,
    token.slice(0, -1),
    signApprovalLink("another secret of 32 characters and more", id, hence),
    signApprovalLink(sessionSecret, id, ago),
    signApprovalLink(sessionSecret, "apr_none", hence),
    signApprovalLink(sessionSecret, `${id}.zzzzzzzzz`, ago),
  ];
  for (const wrong of forged)
    await assert.rejects(owner.client.openApprovalLink({ body: { token: wrong } }), gone, wrong);
  assert.equal((await owner.client.openApprovalLink({ body: { token } })).id, one.approvalId);
  for (let tries = forged.length; tries < 30; tries += 1)
    await assert.rejects(owner.client.openApprovalLink({ body: { token: "x" } }), gone);
  await assert.rejects(owner.client.openApprovalLink({ body: { token } }), { status: 429, code: "RATE_LIMITED" });
});
