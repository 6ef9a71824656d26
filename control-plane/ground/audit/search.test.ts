import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { findEvents, type AuditFilter } from "./queries/find-events.ts";

/** More than two searches compare. */
const many = 45_000;
const [first, second] = ["prj_000000000000000000000001", "prj_000000000000000000000002"];
const user = "usr_000000000000000000000001";
const token = "tok_000000000000000000000001";

describe("a search of a long audit log", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));
  type Query = NonNullable<NonNullable<Parameters<(typeof owner.client)["listAuditEvents"]>[0]>["query"]>;

  /** One event a second, up to now: most of the first Project, each 15,000th of the second one. */
  const write = () =>
    plane.app.store.inInstallation(({ tx }) =>
      sql`insert into audit_events (id, at, action, project_id, actor_kind, actor_id, actor_user_id, actor_email,
          target_kind, target_id, target_name, outcome)
        select 'aud_' || lpad(n::text, 24, '0'), now() - (${many} - n) * interval '1 second', 'secret.update',
          case when n % 15000 = 10 then ${second} else ${first} end,
          case when n % 1000 = 0 then 'token' else 'user' end, case when n % 1000 = 0 then ${token} else ${user} end, ${user},
          'one@acme.example', 'secret', 'sec_' || n, case when n = 10 then 'needle' else 'hay' end,
          case when n % 20000 = 5 then 'failure' else 'success' end
        from generate_series(1, ${many}::integer) n`.execute(tx),
    );

  /** Follows the list to its end. */
  async function walk(query: Query) {
    const items: AuditEvent[] = [];
    const searched: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof owner.client.listAuditEvents>> = await owner.client.listAuditEvents({
        query: { limit: 200, ...query, ...(cursor === null ? {} : { cursor }) },
      });
      items.push(...page.items);
      searched.push(page.searchedSince);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { names: items.map(({ target }) => target.id), searched };
  }

  test("compares a bounded number of events at once, says since when, and goes on to the end", async () => {
    await write();
    const { names, searched } = await walk({ q: "needle" });
    assert.deepEqual(names, ["sec_10"]);
    assert.equal(searched.length, 3);
    assert.equal(searched[2], null);
    const [one, two] = searched.map((at) => Date.parse(at ?? ""));
    const apart = (one ?? 0) - (two ?? 0);
    assert.ok(Math.abs(apart - 20_000_000) < 1_000, `${apart} ms apart`);
    const file = await owner.request("/api/audit-events/export?format=ndjson&q=needle&action=secret.update");
    assert.equal(file.text.trim().split("\n").length, 1);
  });

  test("finds by an index what the rarest of its filters wants, however long the log is", async () => {
    const ofSecond = await walk({ q: "SECRET one@acme", projectId: second, action: "secret.update" });
    assert.deepEqual(ofSecond, { names: ["sec_30010", "sec_15010", "sec_10"], searched: [null] });
    assert.deepEqual((await walk({ q: "hay", targetId: "sec_7" })).names, ["sec_7"]);
    const rare = await walk({ outcome: "failure", projectId: first });
    assert.deepEqual(rare.names, ["sec_40005", "sec_20005", "sec_5"]);
  });

  test("reads no more events than it shows or compares", async () => {
    const reads = (filter: AuditFilter) =>
      plane.app.store.inInstallation(async (scope) => {
        const count = async () => {
          const { rows } = await sql<{ reads: number }>`
            select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as reads from pg_stat_xact_user_tables
            where relname = 'audit_events'`.execute(scope.tx);
          return rows[0]?.reads ?? 0;
        };
        const before = await count();
        await findEvents(scope, filter, 100, null);
        return (await count()) - before;
      });
    await plane.app.store.inInstallation(({ tx }) => sql`analyze audit_events`.execute(tx));
    for (const filter of [{}, { actorId: user }, { projectId: first }, { action: "secret.update" }]) {
      const read = await reads(filter);
      assert.ok(read <= 110, `${read} for ${JSON.stringify(filter)}`);
    }
    const byWords = await reads({ q: "needle", projectId: first });
    assert.ok(byWords <= 15_000, `${byWords} for words in a Project`);
  });

  test("tells what a token did from what its user did", async () => {
    const byToken = await walk({ actorId: token });
    assert.equal(byToken.names.length, many / 1_000);
    const first = await owner.client.listAuditEvents({ query: { actorId: user, limit: 200 } });
    assert.ok(first.items.some(({ actor }) => actor.kind === "token"));
  });

  test("keeps to a range of time, with its first moment and without its last", async () => {
    const at = async (targetId: string) => (await owner.client.listAuditEvents({ query: { targetId } })).items[0]?.at;
    const [from, to] = [(await at("sec_100")) ?? "", (await at("sec_103")) ?? ""];
    assert.deepEqual((await walk({ from, to })).names, ["sec_102", "sec_101", "sec_100"]);
    assert.deepEqual(await walk({ from, to, q: "hay" }), {
      names: ["sec_102", "sec_101", "sec_100"],
      searched: [null],
    });
    for (const query of [{ to: "2001-01-01T00:00:00.000Z" }, { from: "2101-01-01T00:00:00.000Z" }])
      assert.deepEqual((await walk({ ...query, q: "hay" })).names, []);
  });

  test("keeps events whose transaction began before others that were written first", async () => {
    await plane.app.store.inInstallation(({ tx }) =>
      sql`insert into audit_events (id, at, action, actor_kind, target_kind, target_id, outcome)
        select 'aud_' || lpad((900000 + n)::text, 24, '0'), timestamptz '2002-01-01' + n * interval '1 minute',
          'secret.update', 'system', 'secret', 'late_' || n, 'success' from unnest(array[5, 4, 1, 3, 0, 2]) n`.execute(
        tx,
      ),
    );
    const minute = (n: number) => `2002-01-01T00:0${n}:00.000Z`;
    assert.deepEqual((await walk({ from: minute(1), to: minute(4) })).names, ["late_2", "late_3", "late_1"]);
    assert.deepEqual((await walk({ to: minute(2) })).names, ["late_0", "late_1"]);
  });
});
