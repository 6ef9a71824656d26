import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { App } from "../../../ground/app.ts";
import { runErasures } from "../../../whole/erasures/run-erasures.ts";
import { eventually } from "../../../testing/eventually.ts";
import { keepPartitions } from "../keep-partitions.ts";
import { recordExecutions } from "../../../whole/recording/record-executions.ts";
import { openArchive } from "./archive.ts";
import { keepArchive } from "./keep-archive.ts";
import { noonOf, startArchivePlane, type OldProject } from "./testing/archive-plane.ts";
import type { Behaviour } from "./testing/bucket-server.ts";

describe("what happens to the archive at the same time", () => {
  const its = duringTests(startArchivePlane);
  let project: OldProject;
  /** Another control plane. */
  let other: App;
  before(async () => {
    other = { ...its.app, archive: openArchive({ ...its.plane.settings, archive: its.bucket.settings }) };
  });
  beforeEach(async () => {
    its.bucket.state.behave = () => "works";
    project = await its.createProject();
  });

  /** Stops whoever sends the next request of this kind, until it is released; all others go on. */
  function stopNext(method: string) {
    const stopped = Promise.withResolvers<void>();
    const released = Promise.withResolvers<Behaviour>();
    let isFirst = true;
    its.bucket.state.behave = (asked) => {
      if (asked !== method || !isFirst) return "works";
      isFirst = false;
      stopped.resolve();
      return released.promise;
    };
    return { stopped: stopped.promise, release: () => released.resolve("works") };
  }
  const loseLease = () =>
    its.run(sql`update leases set expires_at = now() - interval '1 second' where name = 'archive'`);
  /** Each of these calls is found, and is once in the bucket, in objects that count. */
  async function assertOnce(ids: readonly string[]) {
    assert.equal(await project.inDatabase(), 0);
    await keepArchive(its.app);
    const there = project.lines().map((line) => (JSON.parse(line) as { id: string }).id);
    assert.deepEqual(there.toSorted(), ids.toSorted());
    const { rows } = await its.run(
      sql<{ key: string; state: string }>`select key, state from execution_archives where project_id = ${project.id}`,
    );
    assert.deepEqual(rows.map(({ key }) => key).toSorted(), project.objects().toSorted());
    assert.ok(rows.every(({ state }) => state === "kept"));
    assert.deepEqual(
      (await project.listAll({})).map(({ id }) => id),
      ids.toReversed(),
    );
  }
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

  test("two archivers that begin at once lose nothing and archive nothing twice", async () => {
    const old = [...(await project.fillDay(41, 60)), ...(await project.fillDay(40, 60))];
    its.bucket.state.behave = () => "slow";
    await Promise.all([keepPartitions(its.app), keepPartitions(other), keepPartitions(its.app)]);
    await its.keep();
    await assertOnce(idsOf(old));
  });

  test("one that is stopped between upload and commit, while another runs to the end, changes nothing when it goes on", async () => {
    const old = [...(await project.fillDay(41, 20)), ...(await project.fillDay(40, 20))];
    const { stopped, release } = stopNext("GET");
    const first = its.keep(other);
    await stopped;
    await loseLease();
    await its.keep();
    assert.equal(await project.inDatabase(), 0);
    release();
    await first;
    await assertOnce(idsOf(old));
  });

  test("one that goes on before another one has begun keeps what it has written", async () => {
    const old = await project.fillDay(40, 20);
    const { stopped, release } = stopNext("GET");
    const first = its.keep(other);
    await stopped;
    await loseLease();
    release();
    await first;
    await assertOnce(idsOf(old));
  });

  test("one that is stopped for hours before it writes leaves no object behind", async () => {
    const old = await project.fillDay(40, 20);
    const { stopped, release } = stopNext("PUT");
    const first = its.keep(other);
    await stopped;
    await its.run(sql`update execution_archives set changed_at = now() - interval '2 hours' where state = 'writing'`);
    await keepArchive(its.app);
    release();
    await first;
    assert.deepEqual([project.objects(), await project.inDatabase()], [[], 20]);
    await its.keep();
    await assertOnce(idsOf(old));
  });

  test("what a killed control plane has written is deleted after an hour, and another one goes on at once", async () => {
    const old = await project.fillDay(40, 20);
    its.bucket.state.behave = (method) => (method === "GET" ? "silent" : "works");
    await its.keep(its.impatient);
    its.bucket.state.behave = () => "works";
    await its.keep();
    await keepArchive(its.app);
    assert.equal(project.objects().length, 2);
    await its.run(sql`update execution_archives set changed_at = now() - interval '2 hours' where state = 'writing'`);
    await assertOnce(idsOf(old));
  });

  test("a commit whose answer is lost counts", async () => {
    const old = await project.fillDay(40, 20);
    const store = {
      ...its.app.store,
      inProject: (async (id, run, options) => {
        let isCommit = false;
        const answer = await its.app.store.inProject(
          id,
          async (scope) => {
            const done = await run(scope);
            const left = await sql`select from executions where project_id = ${id}`.execute(scope.tx);
            isCommit = options?.readOnly !== true && left.rows.length === 0;
            return done;
          },
          options,
        );
        if (isCommit) throw new Error("the connection broke");
        return answer;
      }) as App["store"]["inProject"],
    };
    await assert.rejects(its.keep({ ...its.app, store }), /the connection broke/);
    await its.keep();
    await assertOnce(idsOf(old));
  });

  test("whoever reads while days move finds each call by its id, and each once and in its place in lists", async () => {
    const large = "x".repeat(60_000);
    const fields = (n: number) => ({ input: { n, large } });
    const old = [...(await project.fillDay(41, 20, fields)), ...(await project.fillDay(40, 160, fields))];
    await recordExecutions(its.app, [project.at(Date.now())]);
    const ids = idsOf(await project.listAll({ limit: 100 }));
    assert.deepEqual(ids.slice(1), idsOf(old).toReversed());
    const state = { isOver: false, reads: 0 };
    // However long a read takes, four end while an object is written.
    its.bucket.state.behave = async (method): Promise<Behaviour> => {
      if (method !== "PUT") return "works";
      for (const seen = state.reads; state.reads < seen + 4 && !state.isOver;) await delay(5);
      return "works";
    };
    const moving = its.keep().finally(() => (state.isOver = true));
    const readers = [
      async (n: number) => {
        const { id } = await project.client.getExecution({ params: { executionId: old[(n * 37) % old.length]!.id } });
        assert.equal(id, old[(n * 37) % old.length]!.id);
      },
      async (n: number) => assert.deepEqual(idsOf(await project.listAll({ limit: 45 + (n % 3) })), ids),
      async (n: number) => {
        const { id, requestId } = old[(n * 53) % old.length]!;
        assert.deepEqual(idsOf(await project.listAll({ requestId })), [id]);
      },
    ];
    await Promise.all(
      readers.map(async (read) => {
        for (let n = 0; !state.isOver; n += 1) {
          await read(n).catch((error: unknown) => {
            state.isOver = true;
            throw error;
          });
          state.reads += 1;
        }
      }),
    );
    await moving;
    assert.ok(state.reads > 9, `${state.reads} reads`);
    assert.equal(await project.inDatabase(), 1);
    for (const read of readers) await read(1);
  });

  test("what is reported of a day while it moves stays until it has moved, too", async () => {
    await project.fillDay(40, 3);
    const late = [project.at(noonOf(40) + 60_000), project.at(noonOf(41))];
    let reported: Promise<void> | undefined;
    its.bucket.state.behave = () => {
      reported ??= recordExecutions(its.app, late);
      return "slow";
    };
    await its.keep();
    await reported;
    await its.keep();
    assert.equal(await project.inDatabase(), 0);
    assert.equal((await project.listAll({})).length, 5);
  });

  test("executions that no batch names any more are archived, too", async () => {
    const old = await project.fillDay(40, 30);
    await its.run(sql`delete from execution_batches where project_id = ${project.id}`);
    await its.keep();
    await assertOnce(idsOf(old));
  });

  const erase = () =>
    project.client.createErasure({ body: { subject: "tenant", name: "leaves", reason: "They asked for it." } });
  const assertErased = (left: number) => {
    const lines = project.lines();
    assert.equal(lines.length, left);
    assert.ok(lines.every((line) => !line.includes("leaves")));
  };

  test("an erasure that begins while an object is written keeps it from counting", async () => {
    await project.fillDay(40, 4, (n) => ({ tenantId: n === 0 ? "stays" : "leaves" }));
    const { stopped, release } = stopNext("GET");
    const first = its.keep(other);
    await stopped;
    await erase();
    await eventually(async () => ((await project.inDatabase()) === 1 ? true : undefined));
    release();
    await first;
    assert.equal(await project.inDatabase(), 1);
    await its.keep();
    await keepArchive(its.app);
    assertErased(1);
  });

  test("two erasures and an archiver at once leave what is neither's, once", async () => {
    const who = ["leaves", "goes", "stays"];
    const old = await project.fillDay(40, 30, (n) => ({ tenantId: who[n % 3]! }));
    await its.keep();
    await project.fillDay(41, 30, (n) => ({ tenantId: who[n % 3]! }));
    its.bucket.state.behave = () => "slow";
    await erase();
    await project.client.createErasure({ body: { subject: "tenant", name: "goes", reason: "They asked for it." } });
    await Promise.all([
      its.keep(),
      runErasures(its.app).catch(() => undefined),
      runErasures(other).catch(() => undefined),
    ]);
    await eventually(async () => {
      await its.keep();
      await runErasures(its.app).catch(() => undefined);
      return (await project.client.listErasures({ query: {} })).items.every(({ finishedAt }) => finishedAt !== null)
        ? true
        : undefined;
    });
    await its.keep();
    await keepArchive(its.app);
    assertErased(20);
    assert.ok(project.lines().every((line) => !line.includes('"goes"')));
    assert.deepEqual(
      (await project.listAll({})).map(({ tenantId }) => tenantId),
      Array.from({ length: 20 }, () => "stays"),
    );
    assert.ok((await project.listAll({})).some(({ id }) => id === old[2]!.id));
  });
});
