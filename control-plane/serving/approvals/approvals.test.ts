import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { enrol } from "./testing/enrol.ts";
import { digest, startApprovalScene } from "./testing/start-approval-scene.ts";

const world = duringTests(startApprovalScene);
const jwt = (email: string) => ({
  kind: "jwt" as const,
  id: "s-1",
  name: email,
  issuer: "https://id.example",
  subject: "s-1",
  email,
});

/** The status of a run. */
const statusOf = async (runId: string) => {
  const { rows } = await world.scene.query((tx) =>
    sql<{ status: string; error: { code: string } | null }>`select status, error from runs where id = ${runId}`.execute(
      tx,
    ),
  );
  return [rows[0]?.status, rows[0]?.error?.code ?? null];
};

test("shows what a call will do, who asked, and who may decide", async () => {
  const { ask, join, functionId, author } = world;
  const [owner, developer] = [await join("owner"), await join("developer")];
  const { approvalId, runId } = await ask({ caller: jwt("agent.owner@acme.example") });
  const shown = await owner.client.getApproval({ params: { approvalId } });
  assert.deepEqual(
    [shown.projectId, shown.runId, shown.functionId, shown.functionName, shown.called, shown.stepKey],
    [author.projectId, runId, functionId, "refund", "refund", null],
  );
  assert.deepEqual(
    [shown.title, shown.summary, shown.details],
    ["Refund order 7", "700 EUR go back.", { amount: 700 }],
  );
  assert.deepEqual([shown.status, shown.digest, shown.decisions, shown.lastLike], ["pending", digest, [], null]);
  assert.deepEqual([shown.mayDecide, shown.mayNotBecause], [true, null]);
  const others = await developer.client.getApproval({ params: { approvalId } });
  assert.deepEqual(
    [others.mayDecide, others.mayNotBecause],
    [false, "It needs approval by an owner or an admin, but not by the person who asked."],
  );
  assert.deepEqual(await statusOf(runId), ["waiting", null]);
});

test("an approval lets the run begin, a rejection ends it, and each is recorded with who, when and why", async () => {
  const { ask, join, decide } = world;
  const owner = await join("owner");
  const yes = await ask();
  const approved = await decide(owner.client, yes.approvalId, "approved", { reason: "Checked\nwith the customer." });
  assert.equal(approved.status, "approved");
  assert.ok(approved.finishedAt !== null);
  assert.deepEqual(
    approved.decisions.map(({ by, decision, reason }) => [by, decision, reason]),
    [[{ id: owner.user.id, email: owner.user.email }, "approved", "Checked\nwith the customer."]],
  );
  assert.deepEqual([approved.mayDecide, approved.mayNotBecause], [false, "It is approved already."]);
  assert.deepEqual(await statusOf(yes.runId), ["queued", null]);

  const no = await ask();
  const rejected = await decide(owner.client, no.approvalId, "rejected", { reason: "Too much." });
  assert.equal(rejected.status, "rejected");
  assert.deepEqual(await statusOf(no.runId), ["failed", "APPROVAL_REJECTED"]);
  const { items } = await owner.client.listAuditEvents({ query: { targetId: no.approvalId } });
  assert.deepEqual(
    items.map(({ action, actor, target, changes }) => [action, actor.email, target.name, changes]),
    [
      [
        "approval.decide",
        owner.user.email,
        "Refund order 7",
        { decision: "rejected", reason: "Too much.", digest, runId: no.runId, outcome: "rejected" },
      ],
    ],
  );
});

test("a rule names people by role, address in any case, group of a directory, and as the caller", async () => {
  const { ask, join, decide } = world;
  const [ada, bob] = [await join("developer"), await join("operator")];
  const byAddress = await ask({ by: { people: [ada.user.email.toUpperCase()] } });
  await assert.rejects(decide(bob.client, byAddress.approvalId), { status: 403, code: "FORBIDDEN" });
  assert.equal((await decide(ada.client, byAddress.approvalId)).status, "approved");

  const asCaller = await ask({ by: { caller: true }, notAsker: false, caller: jwt(bob.user.email.toUpperCase()) });
  await assert.rejects(decide(ada.client, asCaller.approvalId), { status: 403 });
  assert.equal((await decide(bob.client, asCaller.approvalId)).status, "approved");
  const noAddress = await ask({ by: { caller: true }, notAsker: false });
  await assert.rejects(decide(bob.client, noAddress.approvalId), { status: 403 });

  const byGroup = await ask({ by: { groups: ["Finance"] } });
  await assert.rejects(decide(ada.client, byGroup.approvalId), { status: 403 });
  await enrol(world, ada, "Finance");
  const inbox = await ada.client.listApprovals({ query: { mine: "true" } });
  assert.ok(inbox.items.some(({ id, mayDecide }) => id === byGroup.approvalId && mayDecide));
  assert.equal((await decide(ada.client, byGroup.approvalId)).status, "approved");
});

test("two people must approve where the rule says so, and one rejection is enough", async () => {
  const { ask, join, decide } = world;
  const [first, second] = [await join("owner"), await join("admin")];
  const { approvalId, runId } = await ask({ people: 2 });
  const half = await decide(first.client, approvalId);
  assert.deepEqual(
    [half.status, half.mayDecide, half.mayNotBecause],
    ["pending", false, "You have approved it already. It also needs somebody else's approval."],
  );
  assert.deepEqual(await statusOf(runId), ["waiting", null]);
  await assert.rejects(decide(first.client, approvalId), { status: 409, code: "INVALID_STATE" });
  assert.equal((await decide(second.client, approvalId)).status, "approved");
  assert.deepEqual(await statusOf(runId), ["queued", null]);

  const other = await ask({ people: 2 });
  await decide(first.client, other.approvalId);
  assert.equal((await decide(second.client, other.approvalId, "rejected")).status, "rejected");
});

test("shows the details of the last approved one like it", async () => {
  const { ask, join, decide } = world;
  const owner = await join("owner");
  const before = await ask({ details: '{"amount":600}' });
  await decide(owner.client, before.approvalId);
  const refused = await ask({ details: '{"amount":650}' });
  await decide(owner.client, refused.approvalId, "rejected");
  const elsewhere = await ask({ environment: "development", details: '{"amount":1}' });
  await decide(owner.client, elsewhere.approvalId);
  const { approvalId } = await ask({ details: '{"amount": 700, "cut' });
  const { lastLike, details } = await owner.client.getApproval({ params: { approvalId } });
  assert.deepEqual([lastLike?.id, lastLike?.details], [before.approvalId, { amount: 600 }]);
  assert.equal(details, '{"amount": 700, "cut');
});

test("lists by environment, status and run, and for a person only what they may decide", async () => {
  const { ask, join } = world;
  const admin = await join("admin");
  const asked = [
    await ask({ environment: "development" }),
    await ask({ by: { roles: ["owner"] } }),
    await ask({ caller: jwt(admin.user.email) }),
    await ask({ caller: jwt(admin.user.email), notAsker: false }),
  ];
  const ids = asked.map(({ approvalId }) => approvalId);
  const listed = async (query: object) => {
    const { items } = await admin.client.listApprovals({ query: { limit: 200, ...query } });
    return items.filter(({ id }) => ids.includes(id)).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await listed({}), [3, 2, 1, 0]);
  assert.deepEqual(await listed({ environment: "development" }), [0]);
  assert.deepEqual(await listed({ status: "approved" }), []);
  assert.deepEqual(await listed({ runId: asked[1]?.runId }), [1]);
  assert.deepEqual(await listed({ mine: "true" }), [3, 0]);
  const { items } = await admin.client.listApprovals({ query: { limit: 200 } });
  const mine = await admin.client.listApprovals({ query: { limit: 200, mine: "true" } });
  assert.deepEqual(
    mine.items.map(({ id }) => id),
    items.filter(({ mayDecide }) => mayDecide).map(({ id }) => id),
  );
});

test("an inbox of 10,000 approvals opens page by page, beside 20,000 that are decided", async () => {
  await restScheduler(world.scene.app);
  const { ask, join, author } = world;
  const owner = await join("owner");
  const { approvalId } = await ask();
  await world.scene.query(async (tx) => {
    await sql`insert into approvals (id, project_id, environment, run_id, step_key, function_id, endpoint_id, binding_id,
        tenant_id, asked_by, title, summary, details, digest, by, people, not_asker, status, expires_at, finished_at)
      select 'apr_' || lpad(n::text, 24, '0'), project_id, environment, run_id, 'step-' || n % 2, function_id, endpoint_id,
        binding_id, tenant_id, asked_by, title, summary, details, digest,
        case when n % 100 = 0 then by else '{"roles":[],"people":["else@acme.example"],"groups":[],"caller":false}' end,
        people, not_asker, case when n > 10000 then 'approved' else 'pending' end, expires_at,
        case when n > 10000 then now() - n * interval '1 minute' end
      from approvals, generate_series(1, 30000) n where id = ${approvalId}`.execute(tx);
    await sql`analyze approvals`.execute(tx);
  });
  let [mine, pages] = [0, 0];
  for (let cursor: string | undefined; ; pages += 1) {
    const page = await owner.client.listApprovals({ query: { mine: "true", limit: 50, cursor } });
    const own = page.items.filter(({ id }) => id.startsWith("apr_0000"));
    assert.ok(own.every(({ mayDecide, lastLike }) => mayDecide && lastLike?.id === "apr_000000000000000000010002"));
    mine += own.length;
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  assert.deepEqual([mine, pages >= 2], [100, true]);
  const plan = async (statement: ReturnType<typeof sql>) => {
    const { rows } = await world.scene.app.store.inProject(author.projectId, ({ tx }) =>
      sql`explain ${statement}`.execute(tx),
    );
    return JSON.stringify(rows);
  };
  const { projectId } = author;
  assert.doesNotMatch(
    await plan(
      sql`select * from approvals where project_id = ${projectId} and status = 'pending' order by id desc limit 51`,
    ),
    /Seq Scan/,
  );
  assert.match(
    await plan(sql`select id from approvals where project_id = ${projectId} and environment = 'production'
      and function_id = ${world.functionId} and alike = ${`${world.toolId} `} and status = 'approved' order by finished_at desc limit 1`),
    /approvals_alike/,
  );
  await world.scene.query((tx) => sql`delete from approvals where id like 'apr_0000%'`.execute(tx));
});
