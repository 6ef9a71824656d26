import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import type { RunAttempt, StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { sendHostCalls } from "../../../doors/internal/testing/connect-host-calls.ts";
import { connectWorker } from "../../../doors/internal/testing/connect-worker.ts";
import {
  dayOf,
  startArchivePlane,
  type OldProject,
} from "../../../observed/executions/archive/testing/archive-plane.ts";
import { deployDrafts } from "../../../testing/deploy-drafts.ts";
import { eventually } from "../../../testing/eventually.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";
import { runErasures } from "../../../whole/erasures/run-erasures.ts";
import { pruneEndedRuns } from "./prune-ended-runs.ts";
import { approvalOf, newRunOf } from "../testing/start-run-scene.ts";

interface Line {
  id: string;
  tenantId: string;
  shownInput: string;
  timeline: { key: string; shown: string }[];
  approvals: { title: string; status: string }[];
}

describe("runs that ended long ago", () => {
  const its = duringTests(async () => {
    const plane = await startArchivePlane();
    await restScheduler(plane.app);
    return plane;
  });
  let project: OldProject;
  let functionId: string;
  beforeEach(async () => {
    its.bucket.state.behave = () => "works";
    project = await its.createProject();
    const body = { slug: "pay", source: "export default () => null;", run: "durable" as const };
    ({ id: functionId } = await project.client.createFunction({ body }));
  });
  const token = () => its.plane.settings.workerApiTokens[0];
  const linesOf = () => project.lines().map((line) => JSON.parse(line) as Line);
  const runs = async () => (await project.client.listRuns({ query: { limit: 100 } })).items.map(({ id }) => id);

  /** Stores runs of these tenants, and lets each end so many days ago. */
  async function endedRuns(tenants: readonly string[], daysAgo = 40) {
    const worker = connectWorker(its.plane.internalUrl, token(), identifier("wrk"));
    const given = tenants.map((tenantId) =>
      newRunOf(functionId, { tenantId, input: '{"password":"hunter2"}', shownInput: '{"password":"[masked]"}' }),
    );
    assert.equal((await worker.ask("startRuns", { projectId: project.id, runs: given })).status, 200);
    const claim = { workerId: worker.id, max: 100, modes: ["durable"], holding: [] };
    const attempts = (await worker.ask("claimRuns", claim)).body["attempts"] as StartedAttempt[];
    for (const { runId, attempt, tenantId, executionId } of attempts) {
      const step = { key: "load", position: 0, attempts: 1, state: "done", value: '"secret"', shown: '"[masked]"' };
      const argument = { runId, attempt, durationMs: 1, ...step };
      const call = { name: "runs.keep", environment: "development", tenantId, functionId, endpointId: null };
      const calls = [{ ...call, executionId, argument }] as Parameters<typeof sendHostCalls>[2]["calls"];
      await sendHostCalls(its.plane.internalUrl, token(), { projectId: project.id, calls });
      const end = {
        mode: "durable",
        end: "succeeded",
        output: '"done"',
        shownOutput: '"done"',
        error: null,
        waits: [],
      };
      assert.equal((await worker.ask("completeRun", { workerId: worker.id, attempt, ...end }, runId)).status, 204);
    }
    const ids = given.map(({ id }) => id);
    await its.run(sql`update runs set created_at = created_at - ${daysAgo} * interval '1 day',
      finished_at = now() - ${daysAgo} * interval '1 day' where id = any(${ids}::text[])`);
    return ids;
  }

  test("leave the database for the archive, masked, with their steps; those that ended lately stay", async () => {
    const old = await endedRuns(["acme", "other"]);
    const young = await endedRuns(["acme"], 1);
    await pruneEndedRuns(its.app);
    assert.deepEqual(await runs(), young);
    assert.deepEqual(
      linesOf()
        .map(({ id }) => id)
        .toSorted(),
      old.toSorted(),
    );
    for (const { shownInput, timeline } of linesOf())
      assert.deepEqual(
        [shownInput, timeline.map(({ key, shown }) => [key, shown])],
        ['{"password":"[masked]"}', [["load", '"[masked]"']]],
      );
    assert.doesNotMatch(project.lines().join(), /hunter2|secret/);
    assert.ok(project.objects().every((key) => key.startsWith(`${project.id}/runs/${dayOf(40)}/`)));
    assert.deepEqual(await project.listAll({}), [], "no list of executions shows them");
    await pruneEndedRuns(its.app);
    assert.equal(linesOf().length, 2, "nothing is archived twice");
  });

  /** Lets two runs of a cron and two deliveries end, one of each by failing. Returns the ids, the latest run of the cron last. */
  async function endedPlainRuns(): Promise<string[]> {
    const { client } = project;
    const { id: plainId } = await client.createFunction({ body: { slug: "plain", source: "export default () => 1;" } });
    const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "hooks" } });
    const cron = { functionId: plainId, name: "Nightly", schedule: "0 3 29 2 *" };
    const { id: cronBindingId } = await client.createCronBinding({ body: cron });
    await deployDrafts(its.plane, client);
    const worker = connectWorker(its.plane.internalUrl, token(), identifier("wrk"));
    const ids: string[] = [];
    for (const end of ["failed", "succeeded"]) {
      const delivery: NewDelivery = {
        id: identifier("dlv"),
        projectId: project.id,
        environment: "development",
        endpointId,
        bindingId: identifier("htb"),
        functionId: plainId,
        route: "POST /hooks",
        tenantId: "acme",
        caller: { kind: "anonymous", id: null, name: null },
        requestId: identifier("req"),
        deliveryKey: end,
        fingerprint: (end === "failed" ? "0" : "1").repeat(64),
        rememberSeconds: 3_600,
        maxAttempts: 1,
        backoffMs: 0,
        horizonSeconds: 3_600,
        receivedAt: Date.now(),
        size: 6,
        request: '{"method":"POST","path":"/hooks","query":"","headers":{},"url":"http://x/hooks","body":"c2VjcmV0"}',
      };
      assert.equal((await worker.ask("storeDeliveries", { deliveries: [delivery] })).status, 200);
      const { id: cronRunId } = await client.runCronBinding({ params: { cronBindingId } });
      const claim = { workerId: worker.id, max: 10, modes: ["cron", "delivery"], holding: [] };
      const attempts = (await worker.ask("claimRuns", claim)).body["attempts"] as RunAttempt[];
      for (const { runId, attempt, mode } of attempts) {
        const ended = { mode, workerId: worker.id, attempt, end, reason: end === "failed" ? "NO: No." : null };
        assert.equal((await worker.ask("completeRun", ended, runId)).status, 204);
      }
      ids.push(delivery.id, cronRunId);
    }
    return ids;
  }

  test("of crons and deliveries leave the database only, except for the latest run of each cron", async () => {
    const ids = await endedPlainRuns();
    assert.deepEqual((await runs()).toSorted(), ids.toSorted());
    await pruneEndedRuns(its.app);
    assert.equal((await runs()).length, 4, "none of them is old");
    await its.run(sql`update runs set created_at = created_at - interval '40 days',
      finished_at = now() - interval '40 days' where id = any(${ids}::text[])`);
    await pruneEndedRuns(its.app);
    assert.deepEqual(await runs(), ids.slice(-1));
    assert.deepEqual(project.objects(), []);
  });

  test("say what was asked and who decided", async () => {
    const worker = connectWorker(its.plane.internalUrl, token(), identifier("wrk"));
    const run = newRunOf(functionId, { approval: approvalOf({ notAsker: false }) });
    await worker.ask("startRuns", { projectId: project.id, runs: [run] });
    await project.client.cancelRun({ params: { runId: run.id } });
    await its.run(sql`update runs set finished_at = now() - interval '40 days' where id = ${run.id}`);
    await pruneEndedRuns(its.app);
    const [line] = linesOf();
    assert.deepEqual(
      line?.approvals.map(({ title, status }) => [title, status]),
      [["Refund 500", "cancelled"]],
    );
  });

  test("stay while the bucket fails, and go once it works", async () => {
    const old = await endedRuns(["acme"]);
    its.bucket.state.behave = (method) => (method === "PUT" ? "refuses" : "works");
    await pruneEndedRuns(its.app);
    assert.deepEqual([await runs(), linesOf()], [old, []]);
    assert.ok((await its.failure()) !== null);
    its.bucket.state.behave = () => "works";
    await pruneEndedRuns(its.app);
    assert.deepEqual([await runs(), linesOf().map(({ id }) => id)], [[], old]);
  });

  test("are erased from the archive with their caller, in every tenant", async () => {
    const worker = connectWorker(its.plane.internalUrl, token(), identifier("wrk"));
    const of = (name: string, tenantId: string) =>
      newRunOf(functionId, {
        tenantId,
        caller: {
          kind: "jwt",
          id: name,
          name,
          issuer: "https://idp.example",
          subject: name,
          email: `${name}@shop.example`,
        },
      });
    const given = [of("grace", "acme"), of("grace", "other"), of("ada", "acme")];
    assert.equal((await worker.ask("startRuns", { projectId: project.id, runs: given })).status, 200);
    for (const { id } of given) await project.client.cancelRun({ params: { runId: id } });
    await its.run(sql`update runs set finished_at = now() - interval '40 days' where project_id = ${project.id}`);
    await pruneEndedRuns(its.app);
    assert.equal(linesOf().length, 3);
    const body = { subject: "caller" as const, name: "grace@shop.example", reason: "They asked for it." };
    await project.client.createErasure({ body });
    await eventually(async () => {
      await runErasures(its.app);
      const [newest] = (await project.client.listErasures({ query: {} })).items;
      return newest?.finishedAt === null ? undefined : newest;
    });
    assert.deepEqual(
      linesOf().map(({ id }) => id),
      [given[2]?.id],
    );
    assert.doesNotMatch(project.lines().join(), /grace/);
  });

  test("are erased from the archive with their tenant", async () => {
    await endedRuns(["leaves", "stays", "leaves"]);
    await pruneEndedRuns(its.app);
    assert.equal(linesOf().length, 3);
    // The second erasure ends while more of them are in the database.
    await endedRuns(["leaves"]);
    await project.client.createErasure({ body: { subject: "tenant", name: "leaves", reason: "They asked for it." } });
    const done = await eventually(async () => {
      await runErasures(its.app);
      const [newest] = (await project.client.listErasures({ query: {} })).items;
      return newest?.finishedAt === null ? undefined : newest;
    });
    assert.equal(done.removed["archived"], 2);
    await pruneEndedRuns(its.app);
    assert.deepEqual(
      linesOf().map(({ tenantId }) => tenantId),
      ["stays"],
    );
    assert.ok(project.objects().every((key) => key.startsWith(`${project.id}/runs/`)));
  });
});
