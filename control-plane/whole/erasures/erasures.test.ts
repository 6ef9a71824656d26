import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { record, report } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { runErasures } from "./run-erasures.ts";
import { fill } from "./testing/fill.ts";
import { tablesWith } from "./testing/tables-with.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";

const reason = "They asked for it.";
const person = (name: string): Caller => ({
  kind: "jwt",
  id: `${name}-id`,
  name,
  issuer: "https://idp.example",
  subject: `${name}-subject`,
  email: `${name}@shop.example`,
});

describe("erasures", () => {
  const scene = duringTests(startScene);
  before(async () => {
    await restScheduler(scene.app);
  });

  const send = (...records: ReturnType<typeof record>[]) => report(scene.worker(), records);
  const where = (text: string) => tablesWith(scene.plane.settings.databaseUrl, text);
  async function erase({ client }: Author, subject: ErasedSubject) {
    const { id } = await client.createErasure({ body: { ...subject, reason } });
    await runErasures(scene.app);
    const { items } = await client.listErasures({ query: {} });
    const done = items.find((item) => item.id === id);
    assert.ok(done?.finishedAt, JSON.stringify(done));
    return done;
  }

  test("a tenant is in no table afterwards but the audit, and another tenant keeps everything", async () => {
    const author = await startAuthor(scene);
    const { client, projectId } = author;
    await fill(scene, author, { tenantId: "tenant-that-goes", caller: person("goes") });
    await fill(scene, author, { tenantId: "tenant-that-stays", caller: person("stays") });
    const late = record(projectId, { tenantId: "tenant-that-goes", input: "late" });
    const [had, kept] = [await where("tenant-that-goes"), await where("tenant-that-stays")];
    assert.deepEqual(had, kept);
    for (const name of ["api_keys", "cron_bindings", "records", "cache_entries", "executions", "usage_days"])
      assert.ok(had.includes(name), `${name} is in ${had.join()}`);
    for (const name of ["runs", "quota_uses", "running_executions", "failure_rollups", "execution_facets"])
      assert.ok(had.includes(name), `${name} is in ${had.join()}`);
    const subject = { subject: "tenant", name: "tenant-that-goes" } as const;
    const { counts } = await client.previewErasure({ body: subject });
    const held = { apiKeys: 1, crons: 1, executions: 2, deliveries: 1, cacheEntries: 1, records: 2 };
    assert.deepEqual(counts, { ...held, runs: 0 });
    const { removed, name } = await erase(author, subject);
    assert.equal(name, null);
    assert.deepEqual(
      { executions: removed["executions"], answers: removed["answers"], deliveries: removed["deliveries"] },
      { executions: 2, answers: 1, deliveries: 1 },
    );
    assert.deepEqual([removed["records"], removed["cacheEntries"], removed["running"]], [2, 1, 1]);
    await send(late);
    assert.deepEqual(await where("tenant-that-goes"), ["audit_events"]);
    assert.deepEqual(await where("tenant-that-stays"), kept);
    assert.equal((await client.listExecutions({ query: {} })).items.length, 2);
    await send(
      record(projectId, { tenantId: "tenant-that-goes", startedAt: new Date(Date.now() + 1_000).toISOString() }),
    );
    assert.equal((await client.listExecutions({ query: { tenantId: "tenant-that-goes" } })).items.length, 1);
  });

  test("a caller is erased by their e-mail address, also where only issuer and subject are kept", async () => {
    const author = await startAuthor(scene);
    const { projectId, client } = author;
    await fill(scene, author, { tenantId: "shared", caller: person("grace") });
    await fill(scene, author, { tenantId: "shared", caller: person("ada") });
    const late = record(projectId, { caller: person("grace") });
    const kept = await where("ada-subject");
    assert.deepEqual(await where("grace-subject"), kept);
    assert.ok(kept.includes("usage_days") && kept.includes("caller_rollups"), kept.join());
    await erase(author, { subject: "caller", name: "grace@shop.example" });
    await send(late);
    for (const text of ["grace-subject", "grace@shop.example", "grace-id"])
      assert.deepEqual(await where(text), [], text);
    assert.deepEqual(await where("ada-subject"), kept);
    assert.equal((await client.listExecutions({ query: {} })).items.length, 2);
  });

  test("usage that outlives the executions is found by the e-mail address too", async () => {
    const author = await startAuthor(scene);
    await send(record(author.projectId, { caller: { ...person("hedy"), name: "hedy@shop.example" } }));
    await send(record(author.projectId, { caller: { ...person("rosa"), name: "rosa@shop.example" } }));
    for (const table of ["executions", "execution_batches"] as const)
      await scene.query((tx) =>
        sql`delete from ${sql.table(table)} where project_id = ${author.projectId}`.execute(tx),
      );
    const body = { subject: "caller", name: "hedy@shop.example" } as const;
    const { counts } = await author.client.previewErasure({ body });
    assert.equal(counts["executions"], 1);
    const { removed } = await erase(author, body);
    assert.equal(removed["usage"], 1);
    for (const text of ["hedy-subject", "hedy@shop.example"]) assert.deepEqual(await where(text), [], text);
    assert.ok((await where("rosa-subject")).includes("usage_days"));
  });

  test("an issuer with a subject names nobody else with that subject", async () => {
    const author = await startAuthor(scene);
    const { projectId, client } = author;
    const other = { ...person("lin"), id: "x", issuer: "https://other.example" };
    await send(record(projectId, { caller: person("lin") }), record(projectId, { caller: other }));
    await erase(author, { subject: "caller", name: "https://idp.example lin-subject" });
    const { items } = await client.listExecutions({ query: {} });
    assert.deepEqual(
      items.map(({ caller }) => caller.issuer),
      ["https://other.example"],
    );
  });

  test("consents and sessions of a caller end, and nothing says whose they were", async () => {
    const author = await startAuthor(scene);
    const endpointId = await author.addEndpoint("signed-in");
    const body = {
      name: "Acme",
      issuer: "https://idp.example",
      clientId: "c",
      clientSecret: "s",
      use: "callers",
    } as const;
    const { id: providerId } = await author.client.createIdentityProvider({ body });
    await scene.query((tx) =>
      sql`insert into caller_sessions (id, provider_id, issuer, subject, email, expires_at)
        values ('cse_1', ${providerId}, 'https://idp.example', 'mary-subject', 'mary@shop.example',
          now() + interval '1 hour')`.execute(tx),
    );
    const addGrant = (id: string, name: string, isBlocked: boolean) =>
      scene.query((tx) =>
        sql`insert into oauth_grants (id, project_id, endpoint_id, environment, client_id, client_name, resource, scopes,
            caller_provider_id, caller_issuer, caller_subject, caller_email, by_company, revoked_at, blocked_at)
          values (${id}, ${author.projectId}, ${endpointId}, 'development', 'c', 'C', 'r', '[]', ${providerId},
            'https://idp.example', ${`${name}-subject`}, ${`${name}@shop.example`}, ${isBlocked},
            ${isBlocked ? new Date() : null}, ${isBlocked ? new Date() : null})`.execute(tx),
      );
    await addGrant("ogr_mary", "mary", false);
    await addGrant("ogr_blocked", "blocked", true);
    const subject = { subject: "caller", name: "mary@shop.example" } as const;
    const { counts } = await author.client.previewErasure({ body: subject });
    assert.deepEqual([counts["grants"], counts["sessions"]], [1, 1]);
    const { removed } = await erase(author, subject);
    assert.deepEqual([removed["consents"], removed["sessions"]], [1, 1]);
    assert.deepEqual([...(await where("mary-subject")), ...(await where("mary@shop.example"))], []);
    const { rows } = await scene.query((tx) =>
      sql<{
        revoked: boolean;
      }>`select revoked_at is not null as revoked from oauth_grants where id = 'ogr_mary'`.execute(tx),
    );
    assert.deepEqual(rows, [{ revoked: true }], "workers still refuse its tokens");
    await erase(author, { subject: "caller", name: "blocked@shop.example" });
    assert.deepEqual(await where("blocked@shop.example"), []);
    assert.deepEqual(await where("blocked-subject"), ["oauth_grants"], "what was ended for good stays ended");
  });

  test("another Project's tenant of the same name stays, only owners may erase, and a reason names nobody", async () => {
    const [author, neighbour] = [await startAuthor(scene), await startAuthor(scene)];
    const tenantId = "shared-name";
    await send(record(neighbour.projectId, { tenantId }), record(author.projectId, { tenantId }));
    await erase(author, { subject: "tenant", name: tenantId });
    assert.equal((await neighbour.client.listExecutions({ query: {} })).items.length, 1);
    assert.equal((await author.client.listExecutions({ query: {} })).items.length, 0);
    const admin = await author.as("admin");
    const body = { subject: "tenant", name: tenantId, reason } as const;
    await assert.rejects(admin.createErasure({ body }), { status: 403 });
    await assert.rejects(admin.previewErasure({ body: { subject: "tenant", name: tenantId } }), { status: 403 });
    const telling = { ...body, reason: "SHARED-NAME left." };
    await assert.rejects(author.client.createErasure({ body: telling }), { status: 400 });
  });

  test("twelve that begin at once begin one after the other", async () => {
    const { client } = await startAuthor(scene);
    const names = Array.from({ length: 12 }, (_, at) => `tenant-${at}`);
    const subjects = names.map((name) => ({ subject: "tenant", name, reason }) as const);
    const begun = await Promise.all(subjects.map((body) => client.createErasure({ body })));
    assert.equal(new Set(begun.map(({ id }) => id)).size, names.length);
  });

  test("executions of many batches go in short transactions, and what was interrupted goes on", async () => {
    const author = await startAuthor(scene);
    for (let batch = 0; batch < 120; batch += 1)
      await send(...Array.from({ length: 5 }, () => record(author.projectId, { tenantId: "many" })));
    const { id } = await author.client.createErasure({ body: { subject: "tenant", name: "many", reason } });
    const { store, cache } = scene.app;
    const closing = new AbortController();
    const stopping = {
      ...store,
      inProject: (async (...args: Parameters<typeof store.inProject>) => {
        closing.abort();
        return store.inProject(...args);
      }) as typeof store.inProject,
    };
    await runErasures({ store: stopping, cache, closing: closing.signal });
    await Promise.all([runErasures(scene.app), runErasures(scene.app)]);
    const { items } = await author.client.listErasures({ query: {} });
    assert.deepEqual(
      items.map((item) => [item.id, item.finishedAt !== null, item.removed["executions"]]),
      [[id, true, 600]],
    );
    const { items: events } = await author.client.listAuditEvents({ query: { action: "erasure.finish" } });
    assert.equal(events.filter(({ target }) => target.id === id).length, 1);
  });
});
