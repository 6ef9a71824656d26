import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { changesPage } from "@ferrule/contract/internal/changes.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { roles, type Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { startInProject } from "../../testing/start-in-project.ts";
import type { TestControlPlane } from "../../testing/test-control-plane.ts";
import { deployDrafts, workerOf } from "../../testing/deploy-drafts.ts";
import { keepCalled } from "../../testing/keep-called.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";

let plane: TestControlPlane;
let client: Client;
let projectId: string;
before(async () => {
  ({ plane, projectId, client } = await startInProject("owner"));
});
after(() => plane[Symbol.asyncDispose]());

const value = "the first value of the secret";
const create = (name: string, environment: Environment = "development") =>
  client.createSecret({ body: { name, environment, value } });

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await refusal(call);
  return `${error.status} ${error.code}`;
}

const open = (name: string, environment: Environment = "development", project = projectId, withBefore = false) =>
  workerOf(plane).call("POST", `/internal/secrets/open${withBefore ? "?before=true" : ""}`, {
    projectId: project,
    environment,
    name,
    functionId: "fn_1",
    deploymentId: null,
  });

async function feedOf(key: string): Promise<{ sequence: number; version: number | null } | undefined> {
  const { body } = await workerOf(plane).call("GET", "/internal/changes?since=0");
  const item = changesPage.parse(body).items.find((item) => item.key === key);
  return item && { sequence: item.sequence, version: item.state?.kind === "secret" ? item.state.version : null };
}

const everythingStored = () =>
  plane.app.store.inInstallation(async ({ tx }) => {
    const tables = ["secrets", "secret_versions", "audit_events", "idempotency_keys", "runtime_states"];
    const texts = tables.map((table) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(tx),
    );
    return JSON.stringify((await Promise.all(texts)).map(({ rows }) => rows));
  });

test("a secret is created, listed by environment and opened for a worker; its value is in no answer and no table", async () => {
  const created = await create("ORDERS_TOKEN");
  await create("ORDERS_TOKEN", "production");
  assert.deepEqual(
    { ...created, id: "", createdAt: "", updatedAt: "", fingerprint: created.fingerprint.length },
    {
      id: "",
      projectId,
      name: "ORDERS_TOKEN",
      environment: "development",
      version: 1,
      fingerprint: 8,
      rotatedAt: null,
      lastUsedAt: null,
      usedBy: [],
      createdAt: "",
      updatedAt: "",
      revision: 1,
    },
  );
  const { items } = await client.listSecrets({ query: { environment: "development" } });
  assert.deepEqual(
    items.map(({ id }) => id),
    [created.id],
  );
  assert.equal((await client.listSecrets({ query: {} })).items.length, 2);
  const { status, body, headers } = await open("ORDERS_TOKEN");
  assert.deepEqual([status, body, headers.get("cache-control")], [200, { version: 1, value }, "no-store"]);
  const used = (await client.listSecrets({ query: { environment: "development" } })).items[0];
  assert.ok(used?.lastUsedAt, "the use was noted");
  assert.equal(used.revision, 1, "and is no edit");
  const all = JSON.stringify([items, created]) + (await everythingStored());
  assert.ok(!all.includes(value) && !all.includes(Buffer.from(value).toString("hex")));
});

test("a list has only the secrets of the names that are asked for", async () => {
  await create("LISTED_ONE");
  await create("LISTED_TWO", "production");
  await create("LISTED_THREE");
  const { items } = await client.listSecrets({ query: { names: "LISTED_ONE\nLISTED_TWO\nLISTED_NONE" } });
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ["LISTED_ONE", "LISTED_TWO"]);
});

test("409 for a name that its environment has, whoever it belongs to elsewhere", async () => {
  await create("TAKEN");
  assert.equal(await codeOf(create("TAKEN")), "409 CONFLICT");
  const other = await plane.signInAs("owner", (await plane.createProject()).id);
  await other.createSecret({ body: { name: "TAKEN", environment: "development", value } });
});

test("400 for a value over 16 KiB or none, and for a name that no Function could declare; the value is not echoed", async () => {
  const refused = (body: object) =>
    issuePaths(client.createSecret({ body: { name: "A", environment: "development", value, ...body } }));
  assert.deepEqual(await refused({ value: "" }), ["body.value"]);
  assert.deepEqual(await refused({ value: "ü".repeat(8_193) }), ["body.value"]);
  assert.deepEqual(await refused({ name: "lower" }), ["body.name"]);
  const session = await plane.session("owner", projectId);
  const answer = await session.request("/api/secrets", {
    method: "POST",
    headers: session.headers(),
    body: { name: "lower-case", environment: "development", value: "never to be echoed" },
  });
  assert.equal(answer.status, 400);
  assert.doesNotMatch(answer.text, /never to be echoed/);
  const longest = "ü".repeat(8_192);
  await client.createSecret({ body: { name: "LONGEST", environment: "development", value: longest } });
  assert.equal((await open("LONGEST")).body["value"], longest);
});

test("development is kept by owner, admin and developer, production by owner, admin and operator", async () => {
  const allowed = { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] };
  for (const environment of ["development", "production"] as const) {
    for (const role of roles) {
      const one = await plane.signInAs(role, projectId);
      const name = `ROLE_${environment}_${role}`.toUpperCase();
      const body = { name, environment, value };
      if (allowed[environment].includes(role)) {
        const { id } = await one.createSecret({ body });
        await one.rotateSecret({ params: { secretId: id }, body: { value } });
        await one.deleteSecret({ params: { secretId: id }, query: {} });
        continue;
      }
      assert.equal(await codeOf(one.createSecret({ body })), "403 FORBIDDEN");
      const params = { secretId: (await create(name, environment)).id };
      assert.equal(await codeOf(one.rotateSecret({ params, body: { value } })), "403 FORBIDDEN");
      assert.equal(await codeOf(one.deleteSecret({ params, query: {} })), "403 FORBIDDEN");
      assert.equal((await one.listSecrets({ query: { environment, limit: 1 } })).items.length, 1);
    }
  }
});

test("a rotation is told to workers, opened with the next request, and its version has nothing of the value before", async () => {
  const { id, fingerprint } = await create("ROTATED");
  const before = await feedOf(`secret:${projectId}:development:ROTATED`);
  assert.equal(before?.version, 1);
  const rotated = await client.rotateSecret({ params: { secretId: id }, body: { value: "another value" } });
  assert.deepEqual([rotated.version, rotated.revision], [2, 2]);
  assert.ok(rotated.rotatedAt);
  assert.notEqual(rotated.fingerprint, fingerprint);
  const feed = await feedOf(`secret:${projectId}:development:ROTATED`);
  assert.ok(feed && feed.version === 2 && feed.sequence > before.sequence);
  assert.deepEqual((await open("ROTATED")).body, { version: 2, value: "another value" });
  const { before: retired } = (await open("ROTATED", "development", projectId, true)).body as {
    before: { value: string }[];
  };
  assert.deepEqual(
    retired.map((one) => one.value),
    [value],
    "so that the worker masks it, too",
  );
  const kept = await plane.app.store.inInstallation(({ tx }) =>
    tx.selectFrom("secretVersions").selectAll().where("secretId", "=", id).orderBy("version").execute(),
  );
  assert.deepEqual(
    kept.map(({ version, ciphertext }) => [version, ciphertext === null]),
    [
      [1, true],
      [2, false],
    ],
  );
  const again = await client.rotateSecret({ params: { secretId: id }, body: { value: "another value" } });
  assert.equal(again.fingerprint, rotated.fingerprint, "the fingerprint tells an equal value");
  const headers = { "if-match": `"${rotated.revision}"` };
  const stale = client.rotateSecret({ params: { secretId: id }, body: { value }, headers });
  assert.equal(await codeOf(stale), "412 REVISION_CONFLICT");
});

test("the audit tells versions and fingerprints, and no value", async () => {
  const { id } = await create("AUDITED");
  await client.rotateSecret({ params: { secretId: id }, body: { value: "rotated for the audit" } });
  await client.deleteSecret({ params: { secretId: id }, query: {} });
  const { items } = await client.listAuditEvents({ query: { limit: 200 } });
  const events = items.filter(({ target }) => target?.id === id);
  assert.deepEqual(
    events.map(({ action }) => action),
    ["secret.delete", "secret.rotate", "secret.create"],
  );
  assert.ok(!JSON.stringify(events).includes("rotated for the audit"));
});

test("409 IN_USE while what is deployed declares it, unless forced; a draft alone does not hold it", async () => {
  const { id: project } = await plane.createProject();
  const owner = await plane.signInAs("owner", project);
  const secret = async (name: string, environment: Environment) =>
    (await owner.createSecret({ body: { name, environment, value } })).id;
  const used = await secret("USED", "development");
  const usedInProduction = await secret("USED", "production");
  const drafted = await secret("DRAFTED", "development");
  const permissions = { ...noPermissions, secrets: ["USED"] };
  const body = { slug: "reads", name: "Reads", source: "export default () => 1;", permissions };
  const { id: functionId } = await owner.createFunction({ body });
  await keepCalled(owner, functionId);
  await deployDrafts(plane, owner);
  await owner.updateFunction({
    params: { functionId },
    body: { permissions: { ...permissions, secrets: ["DRAFTED"] } },
  });
  const { items } = await owner.listSecrets({ query: {} });
  assert.deepEqual(
    Object.fromEntries(items.map(({ name, environment, usedBy }) => [`${environment} ${name}`, usedBy])),
    { "development USED": ["Reads"], "production USED": [], "development DRAFTED": ["Reads"] },
  );
  await owner.deleteSecret({ params: { secretId: drafted }, query: {} });
  await owner.deleteSecret({ params: { secretId: usedInProduction }, query: {} });
  assert.equal(await codeOf(owner.deleteSecret({ params: { secretId: used }, query: {} })), "409 IN_USE");
  await owner.deleteSecret({ params: { secretId: used }, query: { force: "true" } });
  assert.equal((await open("USED", "development", project)).status, 404);
  assert.equal((await feedOf(`secret:${project}:development:USED`))?.version, null);
});

test("a secret that was deleted and made again is told to workers again", async () => {
  const { id } = await create("AGAIN");
  const before = await feedOf(`secret:${projectId}:development:AGAIN`);
  await client.deleteSecret({ params: { secretId: id }, query: {} });
  await create("AGAIN");
  const after = await feedOf(`secret:${projectId}:development:AGAIN`);
  assert.ok(before && after && after.sequence > before.sequence);
});

test("only workers open secrets, and only where they are", async () => {
  await create("PLACED");
  const other = await plane.createProject();
  assert.equal((await open("PLACED", "production")).status, 404);
  assert.equal((await open("PLACED", "development", other.id)).status, 404);
  for (const headers of [{}, { "x-internal-token": plane.settings.internalApiTokens[0] }]) {
    const url = `${plane.internalUrl}/internal/secrets/open`;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers } as Record<string, string>,
      body: JSON.stringify({
        projectId,
        environment: "development",
        name: "PLACED",
        functionId: "fn_1",
        deploymentId: null,
      }),
    });
    assert.equal(answer.status, 401);
  }
});

test("503, and a sentence in the log, when a value was moved in the database or its bytes were altered", async () => {
  const { id: from } = await create("MOVED_FROM");
  const { id: to } = await create("MOVED_TO");
  await plane.app.store.inInstallation(({ tx }) =>
    sql`update secret_versions t set ciphertext = f.ciphertext, wrapped_key = f.wrapped_key
      from secret_versions f where t.secret_id = ${to} and f.secret_id = ${from}`.execute(tx),
  );
  const { status, body } = await open("MOVED_TO");
  assert.deepEqual([status, (body["error"] as { code: string }).code], [503, "UNAVAILABLE"]);
  await plane.app.store.inInstallation(({ tx }) =>
    sql`update secret_versions set ciphertext = set_byte(ciphertext, 30, get_byte(ciphertext, 30) # 1)
      where secret_id = ${from}`.execute(tx),
  );
  assert.equal((await open("MOVED_FROM")).status, 503);
  assert.equal((await open("PLACED")).status, 200);
});

test("validating a Function warns of a declared secret that development does not have", async () => {
  await create("THERE");
  const permissions = { ...noPermissions, secrets: ["THERE", "NOT_THERE"] };
  const { id: functionId } = await client.createFunction({
    body: { slug: "declares", source: "export default () => 1;", permissions },
  });
  const validating = client.validateFunction({ params: { functionId } });
  const worker = workerOf(plane);
  const job = await worker.claim(["validate"]);
  assert.ok(job?.kind === "validate");
  const derived = { inputSchema: { type: "object" }, outputSchema: null, description: "" };
  const built = { id: functionId, valid: true, diagnostics: [], derived, bundleDigest: null };
  await worker.complete(job, { kind: "validate", function: built });
  const { valid, diagnostics } = await validating;
  assert.equal(valid, true);
  assert.deepEqual(
    diagnostics.map(({ severity, code }) => [severity, code]),
    [["warning", "SECRET_MISSING"]],
  );
  assert.match(diagnostics[0]?.message ?? "", /NOT_THERE/);
});
