import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { startInProject } from "../../../testing/start-in-project.ts";
import { startTestControlPlane, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { keepPartitions } from "../../../observed/executions/keep-partitions.ts";
import { grantToRole } from "./grant-to-role.ts";
import { migratedTemplate } from "./migrated-template.ts";
import { MigrationError } from "./migrations-of.ts";
import { testPostgres } from "../testing/test-database.ts";

const log = createLog("test", "silent");

describe("a control plane whose database role owns nothing", () => {
  const name = `app_${randomBytes(6).toString("hex")}`;
  let plane: TestControlPlane;
  let ownerUrl: string;
  let url: string;
  const stack = new AsyncDisposableStack();

  async function query(databaseUrl: string, ...statements: string[]) {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "it was done",
      (error: { code?: string }) => error.code,
    );

  before(async () => {
    const postgres = await testPostgres();
    ownerUrl = await postgres.createDatabase(name, await migratedTemplate(postgres));
    stack.defer(() => query(postgres.adminUrl, `drop role ${name}`, `drop role ${name}_records`).then(() => undefined));
    stack.defer(() => postgres.dropDatabase(name));
    await query(
      postgres.adminUrl,
      `create role ${name} login password 'app' nosuperuser nobypassrls`,
      `create role ${name}_records nologin`,
      `grant ${name}_records to ${name}`,
    );
    await grantToRole(ownerUrl, null, name, log);
    await grantToRole(ownerUrl, null, name, log);
    url = ownerUrl.replace(/\/\/[^@]*@/, `//${name}:app@`);
    plane = stack.use(await startTestControlPlane({ databaseUrl: url }));
  });
  after(() => stack.disposeAsync());

  test("works: changes, their audit rows, records under their own role, and new partitions", async () => {
    const { client } = await startInProject("owner", plane);
    await client.createFunction({ body: { slug: "one", source: "export default () => 1;" } });
    assert.ok((await client.listAuditEvents({ query: {} })).items.some(({ action }) => action === "function.create"));
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    const { id: collectionId } = await client.createDataCollection({ body: { name: "things", schema } });
    const place = { environment: "development" as const, tenantId: "default" };
    await client.createRecord({ params: { collectionId }, body: { ...place, data: { n: 1 } } });
    assert.deepEqual(plane.app.store.roles, { owner: "none", records: `${name}_records` });
    await keepPartitions(plane.app);
  });

  test("may neither change the schema nor see what row-level security hides", async () => {
    assert.equal(await codeOf(query(url, "create table mine (id int)")), "42501");
    assert.equal(await codeOf(query(url, "alter table functions disable row level security")), "42501");
    assert.equal(await codeOf(query(url, "alter table audit_events disable trigger user")), "42501");
    assert.equal(await codeOf(query(url, "truncate functions")), "42501");
    assert.equal(await codeOf(query(url, "delete from ferrule_migrations")), "42501");
    assert.deepEqual(await query(url, "select id from functions"), []);
    assert.equal((await query(url, "set ferrule.scope = 'installation'", "select id from functions")).length, 1);
  });

  test("does not start before the owner has migrated, and says who is to do it", async () => {
    const last = "(select max(name) from ferrule_migrations)";
    await query(ownerUrl, `create table kept as select * from ferrule_migrations where name = ${last}`);
    await query(ownerUrl, `delete from ferrule_migrations where name = ${last}`);
    await assert.rejects(startTestControlPlane({ databaseUrl: url }), (error) => {
      assert.ok(error instanceof MigrationError);
      assert.match(error.message, /lacks the migration \S+\.sql, .* Run "ferrule migrate" as the owner/);
      return true;
    });
    await query(ownerUrl, "insert into ferrule_migrations select * from kept", "drop table kept");
  });

  test("a role that is not there, or that nothing holds back, is granted nothing", async () => {
    await assert.rejects(grantToRole(ownerUrl, null, "nobody_such", log), /There is no database role/);
    await assert.rejects(grantToRole(ownerUrl, null, "postgres", log), /superuser/);
  });
});
