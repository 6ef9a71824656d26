import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { somebodyWaits } from "../../testing/somebody-waits.ts";
import { startTestControlPlane, type SignedIn } from "../../testing/test-control-plane.ts";
import { exported, inNewProject, push } from "./testing/pushing.ts";

const shop = { url: "https://git.acme.example/acme/shop", branch: "main" };
const reason =
  "This Project is managed from git (https://git.acme.example/acme/shop, branch main). Change it there and push, or take it back in Settings → Project.";
const refused = { status: 409, code: "INVALID_STATE", message: reason };
const source = "export default () => 1;";

const plane = duringTests(startTestControlPlane);
let admin: SignedIn;
before(async () => {
  // It takes locks of its own.
  await restScheduler(plane.app);
  admin = await plane.session("admin");
});

const manage = (projectId: string, managedFrom: typeof shop | null) =>
  admin.client.updateProject({ params: { projectId }, body: { managedFrom } });

/** A Project with an endpoint, and a developer in it. */
async function opened() {
  const { client: owner, projectId } = await inNewProject(plane);
  const { id: endpointId } = await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk" } });
  const developer = await plane.signInAs("developer", projectId);
  return { projectId, owner, developer, params: { endpointId } };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const rename = (client: Client, params: { endpointId: string }, name: string) =>
  client.updateRuntimeEndpoint({ params, body: { name } });

async function actionsIn(projectId: string): Promise<string[]> {
  const { items } = await admin.client.listAuditEvents({ query: { projectId } });
  return items.map(({ action }) => action);
}

test("a managed Project takes pushes, refuses edits with the reason, and is edited again once it is taken back", async () => {
  const { projectId, developer, params } = await opened();
  assert.deepEqual((await manage(projectId, shop)).managedFrom, shop);
  assert.deepEqual((await developer.getMe()).activeProject?.managedFrom, shop);
  await assert.rejects(rename(developer, params, "Desk"), refused);
  await assert.rejects(developer.createFunction({ body: { slug: "one", source } }), refused);
  const library = { kind: "source" as const, name: "money", source: "export const n = 1;" };
  await assert.rejects(developer.createLibrary({ body: library }), refused);

  const one = { slug: "one", name: "One", source };
  await push(developer, { ...(await exported(developer)), functions: [one] });
  assert.deepEqual(
    (await exported(developer)).functions.map(({ slug }) => slug),
    ["one"],
  );

  assert.equal((await manage(projectId, null)).managedFrom, null);
  assert.equal((await rename(developer, params, "Desk")).name, "Desk");
});

test("other Projects are edited as before", async () => {
  const [managed, other] = [await opened(), await opened()];
  await manage(managed.projectId, shop);
  assert.equal((await rename(other.developer, other.params, "Desk")).name, "Desk");
});

test("the audit log says who managed the Project from git, who took it back, and from where", async () => {
  const { projectId } = await opened();
  await manage(projectId, shop);
  await manage(projectId, null);
  const { items } = await admin.client.listAuditEvents({ query: { projectId, action: "project.update" } });
  assert.deepEqual(
    items.map(({ actor, changes }) => [actor.email, changes]),
    [
      [admin.user.email, { before: { managedFrom: shop }, after: { managedFrom: null } }],
      [admin.user.email, { before: { managedFrom: null }, after: { managedFrom: shop } }],
    ],
  );
});

test("managing a Project from where it is managed already makes no new revision", async () => {
  const { projectId } = await opened();
  const { revision } = await manage(projectId, shop);
  assert.equal((await manage(projectId, { branch: shop.branch, url: shop.url })).revision, revision);
  assert.equal((await manage(projectId, { ...shop, branch: "next" })).revision, revision + 1);
});

test("only an owner or an admin manages a Project from git or takes it back, and a stale If-Match changes nothing", async () => {
  const { projectId, developer } = await opened();
  const params = { projectId };
  const body = { managedFrom: shop };
  await assert.rejects(developer.updateProject({ params, body }), { status: 403 });
  await manage(projectId, shop);
  await assert.rejects(developer.updateProject({ params, body: { managedFrom: null } }), { status: 403 });
  const stale = { params, body: { managedFrom: null }, headers: { "if-match": '"1"' } };
  await assert.rejects(admin.client.updateProject(stale), { status: 412 });
  assert.deepEqual((await admin.client.getProject({ params })).managedFrom, shop);
});

test("a link that a browser must not follow, or that has a password in it, is refused", async () => {
  const { projectId } = await opened();
  for (const url of [
    "javascript:alert(1)",
    "https://me:secret@git.acme.example/shop",
    "git@git.acme.example:shop",
    "",
  ]) {
    await assert.rejects(manage(projectId, { ...shop, url }), { status: 400, code: "VALIDATION_ERROR" }, url);
  }
  for (const branch of ["", "a\nb", "a\u202eb", "x".repeat(256)]) {
    await assert.rejects(manage(projectId, { ...shop, branch }), { status: 400, code: "VALIDATION_ERROR" }, branch);
  }
});

/** Runs both while no change can commit: the second begins once the first waits at its audit event. */
async function oneAfterTheOther(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const begun: Promise<PromiseSettledResult<unknown>[]>[] = [];
  const begin = (run: () => Promise<unknown>) => begun.push(Promise.allSettled([run()]));
  await plane.app.store.inInstallation(async (scope) => {
    await sql`lock table audit_events in share row exclusive mode`.execute(scope.tx);
    begin(first);
    await somebodyWaits(scope);
    begin(second);
    await somebodyWaits(scope, 2);
  });
  return (await Promise.all(begun)).flat();
}

test("an edit that began before the Project was managed comes before that in the audit log", async () => {
  const { projectId, developer, params } = await opened();
  const results = await oneAfterTheOther(
    () => rename(developer, params, "Desk"),
    () => manage(projectId, shop),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "fulfilled"],
  );
  assert.deepEqual((await actionsIn(projectId)).slice(0, 2), ["project.update", "runtime-endpoint.update"]);
});

test("an edit that waited for the Project to become managed is refused, and changes nothing", async () => {
  const { projectId, developer, owner, params } = await opened();
  const [managed, edited] = await oneAfterTheOther(
    () => manage(projectId, shop),
    () => rename(developer, params, "Desk"),
  );
  assert.equal(managed?.status, "fulfilled");
  assert.ok(edited?.status === "rejected" && edited.reason instanceof Error, "the edit was refused");
  assert.equal(edited.reason.message, reason);
  assert.equal((await owner.getRuntimeEndpoint({ params })).name, "desk");
});

const archive = (projectId: string) => admin.client.archiveProject({ params: { projectId } });
const archived = { status: 409, code: "PROJECT_ARCHIVED" };

test("a change that began before the Project was archived comes before that in the audit log", async () => {
  const { projectId, developer, params } = await opened();
  const results = await oneAfterTheOther(
    () => rename(developer, params, "Desk"),
    () => archive(projectId),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "fulfilled"],
  );
  assert.deepEqual((await actionsIn(projectId)).slice(0, 2), ["project.archive", "runtime-endpoint.update"]);
});

test("a change that waited for the Project to be archived is refused, one that git allows too, and changes nothing", async () => {
  const changes = {
    edit: ({ developer, params }: Opened) => rename(developer, params, "Desk"),
    secret: ({ developer }: Opened) =>
      developer.createSecret({ body: { name: "DESK_KEY", environment: "development", value: "k" } }),
    erasure: ({ owner }: Opened) =>
      owner.createErasure({ body: { subject: "tenant", name: "acme", reason: "Their contract has ended." } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const project = await opened();
    const [first, second] = await oneAfterTheOther(
      () => archive(project.projectId),
      () => change(project),
    );
    assert.equal(first?.status, "fulfilled", name);
    assert.ok(second?.status === "rejected", `${name} was refused`);
    await assert.rejects(Promise.reject(second.reason as Error), archived, name);
    assert.equal((await project.owner.getRuntimeEndpoint({ params: project.params })).name, "desk");
    assert.deepEqual((await project.owner.listSecrets({ query: {} })).items, []);
    assert.deepEqual((await project.owner.listErasures({ query: {} })).items, []);
  }
});

test("an archived Project still lets a POST that only reads through, and is changed again once it is restored", async () => {
  const { projectId, owner, developer, params } = await opened();
  await archive(projectId);
  await owner.previewErasure({ body: { subject: "tenant", name: "acme" } });
  await assert.rejects(rename(developer, params, "Desk"), archived);
  await admin.client.updateProject({ params: { projectId }, body: { status: "active" } });
  assert.equal((await rename(developer, params, "Desk")).name, "Desk");
});
