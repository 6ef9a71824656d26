import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { Client as Connection } from "pg";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { sendHostCalls } from "../../doors/internal/testing/connect-host-calls.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { inRecords } from "./queries/record-scope.ts";
import { findRecord, insertRecords, removeRecord, selectRecords, updateRecord } from "./queries/records.ts";

const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const own = { environment: "development", tenantId: "own" } as const;
const source = "export default async function run() { return {}; }";
type Environment = "development" | "production";
const wrongPlaces: { environment: Environment; tenantId: string }[] = [
  { environment: "development", tenantId: "other" },
  { environment: "production", tenantId: "own" },
  { environment: "production", tenantId: "other" },
];

const plane = duringTests(startTestControlPlane);
let client: Client;
let stranger: Client;
let projectId: string;
let foreignProjectId: string;
let collectionId: string;
let functionId: string;
let otherFunctionId: string;
let endpointId: string;
let recordId: string;

before(async () => {
  ({ id: projectId } = await plane.createProject());
  ({ id: foreignProjectId } = await plane.createProject());
  client = await plane.signInAs("owner", projectId);
  stranger = await plane.signInAs("owner", foreignProjectId);
  const body = { name: "things", schema, indexes: ["n"], uniqueKeys: [["n"]] };
  ({ id: collectionId } = await client.createDataCollection({ body }));
  // Another Project's collection with the same name, whose Function has every right to it.
  const foreign = await stranger.createDataCollection({ body });
  const theirs = await stranger.createFunction({ body: { slug: "theirs", source } });
  for (const environment of ["development", "production"] as const) {
    const grant = { subject: { kind: "function" as const, id: theirs.id }, access: "read-write" as const, environment };
    await stranger.replaceDataCollectionGrant({ params: { collectionId: foreign.id }, body: grant });
  }
  ({ id: functionId } = await client.createFunction({ body: { slug: "one", source } }));
  ({ id: otherFunctionId } = await client.createFunction({ body: { slug: "other", source } }));
  ({ id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "api" } }));
  await deployDrafts(plane, client);
  const { items } = await client.listDeployments({ query: {} });
  await client.releaseDeployment({ body: { projectDeploymentId: items[0]?.id ?? "" } });
  ({ id: recordId } = await client.createRecord({ params: { collectionId }, body: { ...own, data: { n: 1 } } }));
});

const grant = (
  kind: "function" | "endpoint",
  id: string,
  access: "read" | "write" | "read-write",
  environment: Environment,
) =>
  client.replaceDataCollectionGrant({ params: { collectionId }, body: { subject: { kind, id }, access, environment } });

const revoke = (grantId: string) => client.deleteDataCollectionGrant({ params: { collectionId, grantId } });

/** The record must be unchanged after all of that. */
const untouched = async () => {
  const { data, revision } = await client.getRecord({ params: { collectionId, recordId }, query: own });
  assert.deepEqual([data, revision], [{ n: 1 }, 1]);
};

const statusOf = async (run: () => Promise<unknown>): Promise<number> =>
  run().then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe("a record is reached from its own place alone", () => {
  test("by the API: every operation, from every wrong environment and tenant", async () => {
    const params = { collectionId, recordId };
    for (const place of wrongPlaces) {
      assert.equal(await statusOf(() => client.getRecord({ params, query: place })), 404);
      assert.deepEqual((await client.queryRecords({ params: { collectionId }, body: place })).items, []);
      const byId = { ...place, where: { id: recordId } };
      assert.deepEqual((await client.queryRecords({ params: { collectionId }, body: byId })).items, []);
      const change = { ...place, data: { n: 2 }, revision: 1 };
      assert.equal(await statusOf(() => client.replaceRecord({ params, body: change })), 404);
      assert.equal(await statusOf(() => client.deleteRecord({ params, query: place })), 404);
      assert.equal(await client.exportRecords({ params: { collectionId }, query: place }), "");
      // The same id and key are free in the other place.
      const made = await client.createRecord({
        params: { collectionId },
        body: { ...place, id: recordId, data: { n: 1 } },
      });
      await client.deleteRecord({ params: { collectionId, recordId: made.id }, query: place });
      const upserted = await client.upsertRecord({ params: { collectionId }, body: { ...place, data: { n: 1 } } });
      assert.equal(upserted.created, true);
      await client.deleteRecord({ params: { collectionId, recordId: upserted.id }, query: place });
    }
    await untouched();
  });

  test("by the API: every operation, from another Project", async () => {
    const params = { collectionId, recordId };
    const attempts: (() => Promise<unknown>)[] = [
      () => stranger.getRecord({ params, query: own }),
      () => stranger.queryRecords({ params: { collectionId }, body: own }),
      () => stranger.createRecord({ params: { collectionId }, body: { ...own, data: { n: 5 } } }),
      () => stranger.upsertRecord({ params: { collectionId }, body: { ...own, data: { n: 1 } } }),
      () => stranger.replaceRecord({ params, body: { ...own, data: { n: 2 }, revision: 1 } }),
      () => stranger.deleteRecord({ params, query: own }),
      () => stranger.exportRecords({ params: { collectionId }, query: own }),
      () => stranger.getDataCollection({ params: { collectionId } }),
      () => stranger.updateDataCollection({ params: { collectionId }, body: { indexes: [] } }),
      () => stranger.createDataCollectionVersion({ params: { collectionId }, body: { schema } }),
    ];
    for (const attempt of attempts) assert.equal(await statusOf(attempt), 404, String(attempt));
    await untouched();
  });

  test("without environment and tenant nothing is answered", async () => {
    const params = { collectionId, recordId };
    for (const body of [{}, { environment: "development" }, { tenantId: "own" }, { ...own, tenantId: "" }]) {
      assert.equal(await statusOf(() => client.queryRecords({ params: { collectionId }, body: body as never })), 400);
      assert.equal(await statusOf(() => client.getRecord({ params, query: body as never })), 400);
      assert.equal(await statusOf(() => client.deleteRecord({ params, query: body as never })), 400);
    }
    await untouched();
  });
});

interface Asked {
  name: string;
  argument: object;
  environment?: Environment;
  tenantId?: string;
  functionId?: string;
  endpointId?: string | null;
  projectId?: string;
}

async function ask({ projectId: asked = projectId, ...over }: Asked): Promise<HostCallResult> {
  const call = { ...own, functionId, endpointId: null, executionId: "exe_1", ...over };
  const argument = { collection: "things", ...over.argument };
  const batch = { projectId: asked, calls: [{ ...call, argument }] };
  const [result] = await sendHostCalls(plane.internalUrl, plane.settings.workerApiTokens[0], batch);
  assert.ok(result);
  return result;
}

const codeOf = (result: HostCallResult) => (result.ok ? "ok" : result.code);

const everyCall = (): { name: string; argument: object; access: "read" | "write" }[] => [
  { name: "collections.get", argument: { id: recordId }, access: "read" },
  { name: "collections.query", argument: { where: { n: { gte: 0 } } }, access: "read" },
  { name: "collections.insert", argument: { data: { n: Math.random() } }, access: "write" },
  { name: "collections.upsert", argument: { data: { n: Math.random() } }, access: "write" },
  { name: "collections.update", argument: { id: recordId, data: { n: 2 }, revision: 9 }, access: "write" },
  { name: "collections.delete", argument: { id: "rec_none" }, access: "write" },
];

describe("a call of a Function reaches what it was granted alone", () => {
  test("every call, with every wrong grant", async () => {
    const refusedAll = async (over: Partial<Asked>) => {
      for (const { name, argument } of everyCall()) {
        assert.equal(codeOf(await ask({ name, argument, ...over })), "NOT_GRANTED", `${name} ${JSON.stringify(over)}`);
      }
    };
    await refusedAll({});
    const wrong = await Promise.all([
      grant("function", otherFunctionId, "read-write", "development"),
      grant("function", functionId, "read-write", "production"),
      grant("endpoint", endpointId, "read-write", "production"),
    ]);
    await refusedAll({});
    await refusedAll({ endpointId });
    await refusedAll({ projectId: foreignProjectId });
    for (const { id } of wrong) await revoke(id);
    for (const access of ["read", "write"] as const) {
      const { id } = await grant("function", functionId, access, "development");
      for (const { name, argument, access: needed } of everyCall()) {
        const code = codeOf(await ask({ name, argument }));
        if (needed === access) assert.notEqual(code, "NOT_GRANTED", name);
        else assert.equal(code, "NOT_GRANTED", name);
      }
      await revoke(id);
      await refusedAll({});
    }
    const { id } = await grant("endpoint", endpointId, "read-write", "development");
    await refusedAll({});
    assert.equal(codeOf(await ask({ name: "collections.get", argument: { id: recordId }, endpointId })), "ok");
    await revoke(id);
    await untouched();
  });

  test("every call, from every wrong environment and tenant", async () => {
    const grants = await Promise.all([
      grant("function", functionId, "read-write", "development"),
      grant("function", functionId, "read-write", "production"),
    ]);
    assert.notEqual(
      ((await ask({ name: "collections.get", argument: { id: recordId } })) as { value: unknown }).value,
      null,
    );
    for (const place of wrongPlaces) {
      const results = [
        await ask({ name: "collections.get", argument: { id: recordId }, ...place }),
        await ask({ name: "collections.query", argument: { where: { id: recordId } }, ...place }),
        await ask({ name: "collections.update", argument: { id: recordId, data: { n: 3 }, revision: 1 }, ...place }),
        await ask({ name: "collections.upsert", argument: { data: { n: 1 }, revision: 1 }, ...place }),
        await ask({ name: "collections.delete", argument: { id: recordId }, ...place }),
      ];
      assert.deepEqual(
        results.map((result) => (result.ok ? result.value : result.code)),
        [null, { items: [], nextCursor: null }, "NOT_FOUND", "REVISION_CONFLICT", false],
      );
    }
    // A caller cannot choose environment and tenant: they are not arguments.
    for (const extra of [{ tenantId: "own" }, { environment: "development" }]) {
      const argument = { id: recordId, ...extra };
      assert.equal(codeOf(await ask({ name: "collections.get", argument, tenantId: "other" })), "VALIDATION_ERROR");
    }
    for (const { id } of grants) await revoke(id);
    await untouched();
  });
});

describe("the database holds records apart", () => {
  test("statements run as a role that owns nothing, and cannot pass by row-level security", async () => {
    const place = { collectionId, ...own };
    const who = await plane.app.store.inProject(projectId, (scope) =>
      inRecords(scope, place, async ({ tx }) => {
        const { rows } = await sql<Record<string, unknown>>`select current_user as name, r.rolsuper as super,
          r.rolbypassrls as bypass, (select count(*)::integer from pg_class where relowner = r.oid) as owned,
          pg_get_userbyid((select relowner from pg_class where oid = 'records'::regclass)) as owner
          from pg_roles r where rolname = current_user`.execute(tx);
        return rows[0];
      }),
    );
    assert.deepEqual(who, { name: "ferrule_records", super: false, bypass: false, owned: 0, owner: "ferrule" });
  });

  test("a statement that forgets the place, or claims another, reads and changes nothing there", async () => {
    const foreign = { collectionId, environment: "development", tenantId: "other" } as const;
    await plane.app.store.inProject(projectId, async (scope) => {
      await inRecords(scope, foreign, async (records) => {
        const claimed = { ...records, ...own } as typeof records;
        assert.equal((await sql`select 1 from records`.execute(records.tx)).rows.length, 0);
        assert.equal(await findRecord(claimed, recordId), undefined);
        const all = { where: sql`true`, orderBy: sql`id`, sorts: [], limit: 10 };
        assert.deepEqual(await selectRecords(claimed, all), []);
        const given = { id: recordId, data: { n: 9 }, ttlSeconds: null, revision: 1 };
        assert.equal(await updateRecord(claimed, { indexes: [], uniqueKeys: [] }, 1, given), undefined);
        assert.equal(await removeRecord(claimed, recordId, null), false);
        for (const setting of ["ferrule.scope", "ferrule.records"]) {
          const value = setting === "ferrule.scope" ? "installation" : "upkeep";
          await sql`select set_config(${setting}, ${value}, true)`.execute(records.tx);
          assert.equal((await sql`select 1 from records`.execute(records.tx)).rows.length, 0, "upkeep is the owner's");
        }
      });
    });
    const insertThere = plane.app.store.inProject(projectId, (scope) =>
      inRecords(scope, foreign, (records) => {
        const claimed = { ...records, ...own } as typeof records;
        return insertRecords(claimed, { indexes: [], uniqueKeys: [] }, 1, [
          { id: "x", data: { n: 7 }, ttlSeconds: null },
        ]);
      }),
    );
    await assert.rejects(insertThere, /row-level security/);
    const otherTable = plane.app.store.inProject(projectId, (scope) =>
      inRecords(scope, { collectionId, ...own }, ({ tx }) => sql`select * from secrets`.execute(tx)),
    );
    await assert.rejects(otherTable, /permission denied/);
    await untouched();
  });

  test("the owner itself sees no record without a place", async () => {
    const connection = new Connection({ connectionString: plane.settings.databaseUrl });
    await connection.connect();
    try {
      assert.equal((await connection.query("select 1 from records")).rowCount, 0);
      await connection.query(`select set_config('ferrule.project_id', $1, false)`, [projectId]);
      assert.equal((await connection.query("select 1 from records")).rowCount, 0);
    } finally {
      await connection.end();
    }
  });
});
