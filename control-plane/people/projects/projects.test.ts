import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { holdProject, keepProject, lockProject } from "./queries.ts";

describe("Projects", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));
  const admin = duringTests(() => plane.session("admin"));

  test("201 with the Project, its Location and its ETag; the name is the slug unless given", async () => {
    const answer = await admin.request("/api/projects", { method: "POST", body: { slug: "shop" } });
    assert.equal(answer.status, 201);
    const { id, name, counts, activeDeployments, revision } = answer.json;
    assert.equal(answer.headers.get("location"), `/api/projects/${String(id)}`);
    assert.equal(answer.headers.get("etag"), '"1"');
    assert.deepEqual([name, revision], ["shop", 1]);
    assert.deepEqual(
      [counts, activeDeployments],
      [
        { functions: 0, endpoints: 0 },
        { development: null, production: null },
      ],
    );
  });

  test("409 for a slug that is taken, and nothing is written", async () => {
    await admin.client.createProject({ body: { slug: "taken" } });
    await assert.rejects(admin.client.createProject({ body: { slug: "taken" } }), { status: 409, code: "CONFLICT" });
  });

  test("counts what is in a Project", async () => {
    const { id } = await plane.createProject();
    await owner.client.selectProject({ params: { projectId: id } });
    await owner.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
    await owner.client.createFunction({ body: { slug: "one", source: "export default () => 1;" } });
    const { activeProject } = await owner.client.getMe();
    assert.deepEqual(activeProject?.counts, { functions: 1, endpoints: 1 });
  });

  test("lists every Project once, page by page, newest first, and by status", async () => {
    for (let made = 0; made < 5; made += 1) await plane.createProject();
    const all = await admin.client.listProjects({ query: { limit: 200 } });
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.client.listProjects({
        query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
      });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(
      paged,
      all.items.map(({ id }) => id),
    );
    assert.deepEqual(paged, paged.toSorted().toReversed());
    const archived = await admin.client.listProjects({ query: { status: "archived" } });
    assert.ok(archived.items.every(({ status }) => status === "archived"));
  });

  test("412 for a stale If-Match, and nothing changes; the present one and * are taken", async () => {
    const { id } = await plane.createProject();
    const params = { projectId: id };
    const patch = (name: string, etag: string) =>
      admin.client.updateProject({ params, body: { name }, headers: { "if-match": etag } });
    assert.equal((await patch("second", '"1"')).revision, 2);
    await assert.rejects(patch("third", '"1"'), { status: 412, code: "REVISION_CONFLICT" });
    assert.equal((await patch("third", "*")).name, "third");
    await assert.rejects(patch("fourth", "nonsense"), { status: 400, code: "VALIDATION_ERROR" });
    assert.equal((await admin.client.updateProject({ params, body: {} })).revision, 3);
  });

  test("archives and restores; an archived Project can be selected and read, but not changed", async () => {
    const { id } = await plane.createProject();
    const params = { projectId: id };
    const developer = await plane.session("developer", id);
    const archived = await admin.client.archiveProject({ params });
    assert.equal(archived.status, "archived");
    assert.ok(archived.archivedAt);
    await assert.rejects(admin.client.archiveProject({ params }), { status: 409, code: "INVALID_STATE" });
    await developer.client.listRuntimeEndpoints();
    const create = () => developer.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
    await assert.rejects(create(), { status: 409, code: "PROJECT_ARCHIVED" });
    const reader = await plane.session("operator", id);
    await reader.client.listRuntimeEndpoints();
    await assert.rejects(
      reader.client.createTestCase({ params: { functionId: "fn_1" }, body: { name: "a", input: 1 } }),
    );
    assert.equal((await reader.client.getMe()).activeProject?.status, "archived");
    const restored = await admin.client.updateProject({ params, body: { status: "active" } });
    assert.deepEqual([restored.status, restored.archivedAt], ["active", null]);
    await create();
  });

  test("selects, renames, archives and restores while calls are recorded, which hold the Project all the time", async () => {
    const { id } = await plane.createProject();
    const params = { projectId: id };
    await plane.app.store.inInstallation(async (scope) => {
      await keepProject(scope, id);
      await admin.client.selectProject({ params });
      assert.equal((await admin.client.updateProject({ params, body: { name: "Busy" } })).name, "Busy");
      assert.equal((await admin.client.archiveProject({ params })).status, "archived");
      await admin.client.updateProject({ params, body: { status: "active" } });
    });
  });

  test("waits with a change of a Project for changes in it, and the other way round", async () => {
    const { id } = await plane.createProject();
    const { store } = plane.app;
    const inTurn = (one: typeof lockProject, other: typeof lockProject) =>
      store.inInstallation(async (first) => {
        await one(first, id);
        await store.inInstallation(async (second) => {
          await sql`set local lock_timeout = '100ms'`.execute(second.tx);
          await other(second, id);
        });
      });
    const hold = async (scope: Parameters<typeof lockProject>[0]) => {
      await holdProject(scope, id, "shared");
      return undefined;
    };
    const waits = { code: "55P03" };
    await assert.rejects(inTurn(hold, lockProject), waits);
    await assert.rejects(inTurn(lockProject, hold), waits);
    await assert.rejects(inTurn(lockProject, lockProject), waits);
    await inTurn(hold, hold);
  });

  test("only an owner deletes, only an archived Project, with everything in it but its audit", async () => {
    const { id } = await plane.createProject();
    const params = { projectId: id };
    const inside = await plane.session("developer", id);
    await inside.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
    await inside.client.createFunction({ body: { slug: "one", source: "export default () => 1;" } });
    await inside.client.createDeployment({ body: {} });
    await assert.rejects(owner.client.deleteProject({ params }), { status: 409, code: "INVALID_STATE" });
    await admin.client.archiveProject({ params });
    await assert.rejects(admin.client.deleteProject({ params }), { status: 403, code: "FORBIDDEN" });
    await owner.client.deleteProject({ params });
    await assert.rejects(owner.client.deleteProject({ params }), { status: 404, code: "NOT_FOUND" });
    await assert.rejects(inside.client.listFunctions(), { status: 409, code: "PROJECT_NOT_SELECTED" });
    const { items } = await owner.client.listAuditEvents({ query: { projectId: id } });
    const actions = items.map(({ action }) => action);
    assert.deepEqual(
      actions.filter((action) => action.startsWith("project.")),
      ["project.delete", "project.archive", "project.select", "project.create"].filter((action) =>
        actions.includes(action),
      ),
    );
    assert.ok(actions.includes("project.delete") && actions.includes("runtime-endpoint.create"));
  });

  test("the active Project is echoed; a mutation meant for another one is 409 and changes nothing", async () => {
    const [one, other] = [await plane.createProject(), await plane.createProject()];
    const developer = await plane.session("developer", one.id);
    const create = (projectId: string) =>
      developer.request("/api/runtime-endpoints", {
        method: "POST",
        body: { kind: "mcp", slug: "tools" },
        headers: { "x-project-id": projectId },
      });
    const mismatch = await create(other.id);
    assert.deepEqual([mismatch.status, mismatch.json.error.code], [409, "PROJECT_MISMATCH"]);
    assert.equal(mismatch.headers.get("x-project-id"), one.id);
    assert.deepEqual((await developer.client.listRuntimeEndpoints()).items, []);
    assert.equal((await create(one.id)).status, 201);
    const read = await developer.request("/api/runtime-endpoints", { headers: { "x-project-id": other.id } });
    assert.deepEqual([read.status, read.headers.get("x-project-id")], [200, one.id]);
  });

  test("what belongs to another Project is answered as what does not exist, byte for byte", async () => {
    const [one, other] = [await plane.createProject(), await plane.createProject()];
    const here = await plane.session("developer", one.id);
    const there = await plane.session("developer", other.id);
    const made = await there.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
    const missing = made.id.replace(/.{4}$/, "0000");
    const bodies = await Promise.all(
      [made.id, missing].map(async (id) => {
        const answer = await here.request(`/api/runtime-endpoints/${id}`);
        assert.equal(answer.status, 404);
        return answer.text.replace(answer.json.error.requestId, "");
      }),
    );
    assert.deepEqual(bodies[0], bodies[1]);
  });

  test("the two environments of a fresh Project serve nothing yet, and say where they would", async () => {
    const { id, slug } = await plane.createProject();
    const operator = await plane.session("operator", id);
    const { items } = await operator.client.listEnvironments();
    const urls = (name: string) => ({
      mcp: `http://localhost:8080/mcp/${name}/${slug}`,
      http: `http://localhost:8080/http/${name}/${slug}`,
    });
    assert.deepEqual(
      items,
      ["development", "production"].map((name) => ({
        name,
        activeDeploymentId: null,
        pinned: false,
        urls: urls(name),
      })),
    );
  });
});
