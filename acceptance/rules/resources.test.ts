import assert from "node:assert/strict";
import test, { after, before, describe } from "node:test";
import { sql } from "kysely";
import { ApiError } from "@ferrule/contract/client.ts";
import { operationNames } from "@ferrule/contract/operations.ts";
import { roles } from "@ferrule/contract/states.ts";
import {
  startTestControlPlane,
  type SignedIn,
  type TestControlPlane,
} from "@ferrule/control-plane/testing/test-control-plane.ts";
import { startAnsweringWorker } from "./answering-worker.ts";
import { operationOf } from "./attempt.ts";
import { reportExecution } from "./recipes/observability.ts";
import { openSite, type Site } from "./site.ts";
import { verifies } from "../verifies.ts";

/** The parts of each resource that the walk over the operation table cannot show. */
describe("resources", () => {
  const opened = new AsyncDisposableStack();
  let controlPlane: TestControlPlane;
  let site: Site;

  before(async () => {
    controlPlane = opened.use(await startTestControlPlane());
    opened.use(startAnsweringWorker(controlPlane));
    site = await openSite(controlPlane);
  });
  after(() => opened.disposeAsync());

  const refused = (code: string, status: number) => (error: unknown) =>
    error instanceof ApiError && error.code === code && error.status === status;

  test("users and roles are of the installation: each of the four may work in any Project, without a membership", async () => {
    verifies("users.installation-wide", "roles.four");
    for (const role of roles) {
      const { client } = await controlPlane.signIn(await controlPlane.createUser(role));
      const [one, other] = [await controlPlane.createProject(), await controlPlane.createProject()];
      for (const { id } of [one, other]) {
        await client.selectProject({ params: { projectId: id } });
        assert.deepEqual((await client.listFunctions()).items, []);
        const me = await client.getMe();
        assert.deepEqual([me.user.role, me.activeProject?.id], [role, id]);
      }
    }
    const { items } = await site.owner.client.listUsers({ query: { limit: 200 } });
    assert.deepEqual([...new Set(items.map(({ role }) => role))].sort(), [...roles].sort());
    assert.ok(items.every((user) => !("projectId" in user) && !("projects" in user)));
    const body = {
      email: "viewer@acme.example",
      name: "Viewer",
      role: "viewer" as never,
      password: "wet wooden ladders",
    };
    await assert.rejects(site.owner.client.createUser({ body }), refused("VALIDATION_ERROR", 400));
  });

  test("a Project owns its Functions, endpoints, bindings and policies: another one shows none, and they go with it", async () => {
    verifies("projects.own");
    const own = await openSite(controlPlane);
    const { client } = own.owner;
    const [tool, route] = [await own.createTool(), await own.createRoute()];
    await own.createKey();
    const counts = async () =>
      (await client.listProjects({ query: { limit: 200 } })).items.find(({ id }) => id === own.projectId)?.counts;
    assert.deepEqual(await counts(), { functions: 2, endpoints: 3 });
    assert.equal((await client.listAuthPolicies()).items.length, 6);

    const elsewhere = (await openSite(controlPlane)).owner.client;
    for (const list of [elsewhere.listFunctions(), elsewhere.listRuntimeEndpoints(), elsewhere.listAuthPolicies()]) {
      assert.deepEqual(await list, { items: [], nextCursor: null });
    }
    await assert.rejects(
      elsewhere.listMcpBindings({ params: { endpointId: tool.endpointId } }),
      refused("NOT_FOUND", 404),
    );
    await assert.rejects(
      elsewhere.listHttpBindings({ params: { endpointId: route.endpointId } }),
      refused("NOT_FOUND", 404),
    );

    await client.archiveProject({ params: { projectId: own.projectId } });
    await client.deleteProject({ params: { projectId: own.projectId } });
    const left = await controlPlane.app.store.inInstallation(({ tx }) =>
      sql<{ table: string; left: number }>`
        select 'functions' as table, count(*) as left from functions where project_id = ${own.projectId}
        union all select 'endpoints', count(*) from runtime_endpoints where project_id = ${own.projectId}
        union all select 'tools', count(*) from mcp_bindings where project_id = ${own.projectId}
        union all select 'routes', count(*) from http_bindings where project_id = ${own.projectId}
        union all select 'policies', count(*) from auth_policies where project_id = ${own.projectId}
        union all select 'keys', count(*) from api_keys where project_id = ${own.projectId}
      `.execute(tx),
    );
    assert.deepEqual(
      left.rows.filter((row) => row.left > 0),
      [],
    );
  });

  test("a Project is created, updated, selected, archived, restored and deleted", async () => {
    verifies("projects.lifecycle", "endpoints.disable");
    const { client } = site.owner;
    const created = await client.createProject({ body: { slug: "lifecycle" } });
    assert.deepEqual([created.status, created.name, created.archivedAt], ["active", "lifecycle", null]);
    const params = { projectId: created.id };
    const renamed = await client.updateProject({ params, body: { name: "Renamed", description: "Described." } });
    assert.deepEqual(
      [renamed.name, renamed.description, renamed.revision],
      ["Renamed", "Described.", created.revision + 1],
    );
    await assert.rejects(client.deleteProject({ params }), refused("INVALID_STATE", 409));
    const archived = await client.archiveProject({ params });
    assert.equal(archived.status, "archived");
    assert.ok(archived.archivedAt);
    const { client: reader } = await controlPlane.session("operator");
    assert.equal((await reader.selectProject({ params })).activeProject.status, "archived", "to be read");
    const byStatus = async (status: "active" | "archived") =>
      (await client.listProjects({ query: { status, limit: 200 } })).items.some(({ id }) => id === created.id);
    assert.deepEqual([await byStatus("active"), await byStatus("archived")], [false, true]);
    assert.equal((await client.updateProject({ params, body: { status: "active" } })).archivedAt, null);
    const { activeProject } = await (await controlPlane.session("operator", created.id)).client.getMe();
    assert.equal(activeProject?.id, created.id);
    await client.archiveProject({ params });
    await client.deleteProject({ params });
    await assert.rejects(client.updateProject({ params, body: { name: "Gone" } }), refused("NOT_FOUND", 404));
  });

  test("selecting a Project reissues the signed session with it active; operational APIs use it", async () => {
    verifies("projects.select-reissues", "session.signed-http-only");
    const somebody = await controlPlane.signIn(await controlPlane.createUser("developer"));
    const target = await openSite(controlPlane);
    const { id: functionId } = await target.createFunction();
    const stale = somebody.headers();
    await assert.rejects(somebody.client.listFunctions(), refused("PROJECT_NOT_SELECTED", 409));
    const path = `/api/projects/${target.projectId}/select`;
    const answer = await somebody.request(path, { method: "POST" });
    const cookies = answer.headers.getSetCookie();
    assert.match(cookies.find((cookie) => cookie.startsWith("ferrule_session=")) ?? "", /HttpOnly/i);
    assert.doesNotMatch(cookies.find((cookie) => cookie.startsWith("ferrule_csrf=")) ?? "HttpOnly", /HttpOnly/i);
    const claims = (headers: Record<string, string>) => {
      const session = /ferrule_session=([^;]+)/.exec(headers["cookie"] ?? "")?.[1] ?? "";
      return JSON.parse(Buffer.from(session.split(".")[1] ?? "", "base64url").toString()) as {
        sid: string;
        pid: string | null;
      };
    };
    assert.deepEqual([claims(stale).pid, claims(somebody.headers()).pid], [null, target.projectId]);
    assert.equal(claims(stale).sid, claims(somebody.headers()).sid);
    assert.deepEqual(
      (await somebody.client.listFunctions()).items.map(({ id }) => id),
      [functionId],
    );
    // The earlier token no longer works, with either cookie.
    for (const cookie of [stale["cookie"] ?? "", somebody.headers()["cookie"] ?? ""]) {
      const headers = { cookie, "x-csrf-token": stale["x-csrf-token"] ?? "" };
      const refusal = await controlPlane.request("/api/functions", { method: "POST", headers, body: {} });
      assert.deepEqual([refusal.status, refusal.json.error.code], [403, "CSRF_INVALID"]);
    }
    const again = await controlPlane.signIn(somebody.user);
    assert.equal((await again.client.getMe()).activeProject?.id, target.projectId);
  });

  test("audit events are a list that can be read and not be changed, by no operation and no statement", async () => {
    verifies("audit.read-only", "audit.recorded");
    const touching = operationNames.map(operationOf).filter(({ path }) => path.startsWith("/api/audit-events"));
    assert.deepEqual([...new Set(touching.map(({ method }) => method))], ["GET"]);
    const { client } = site.owner;
    await client.createFunction({ body: { slug: "audited", source: "export default () => null;" } });
    const { items } = await client.listAuditEvents({ query: { projectId: site.projectId, action: "function.create" } });
    assert.equal(items[0]?.target.name, "audited");
    // The table's trigger refuses it, or its policies hide every row from it.
    for (const statement of [
      "update audit_events set action = 'nothing'",
      "delete from audit_events",
      "truncate audit_events",
    ]) {
      const run = controlPlane.app.store.inInstallation(({ tx }) => sql.raw(statement).execute(tx));
      const done = await run.catch((error: unknown) => assert.match(String(error), /append-only|permission denied/));
      assert.equal(done?.numAffectedRows ?? 0n, 0n, statement);
    }
    const query = { projectId: site.projectId, action: "function.create" };
    assert.deepEqual(
      (await client.listAuditEvents({ query })).items.map(({ id }) => id),
      items.map(({ id }) => id),
    );
  });

  test("a runtime endpoint is an MCP Endpoint or an HTTP API, for good, and can be disabled", async () => {
    verifies("endpoints.kinds", "endpoints.disable");
    const { client } = site.owner;
    for (const kind of ["mcp", "http"] as const) {
      const { id: endpointId } = await site.createEndpoint(kind);
      const params = { endpointId };
      assert.deepEqual((await client.disableRuntimeEndpoint({ params })).status, "disabled");
      await assert.rejects(client.disableRuntimeEndpoint({ params }), refused("INVALID_STATE", 409));
      const { items } = await client.listRuntimeEndpoints({ query: { kind } });
      assert.equal(items.find(({ id }) => id === endpointId)?.status, "disabled");
      assert.ok(items.every((endpoint) => endpoint.kind === kind));
      assert.equal((await client.enableRuntimeEndpoint({ params })).status, "active");
      const changed = client.updateRuntimeEndpoint({ params, body: { kind: "http" } as never });
      await assert.rejects(changed, refused("VALIDATION_ERROR", 400));
    }
    const body = { kind: "graphql" as never, slug: "neither" };
    await assert.rejects(client.createRuntimeEndpoint({ body }), refused("VALIDATION_ERROR", 400));
  });

  test("an MCP binding has a stable tool name, a description, an enabled flag and a Function, on one endpoint", async () => {
    verifies("bindings.mcp");
    const { client } = site.owner;
    const bound = await site.createTool();
    const params = { endpointId: bound.endpointId, bindingId: bound.id };
    await assert.rejects(
      client.updateMcpBinding({ params, body: { toolName: "renamed" } }),
      refused("VALIDATION_ERROR", 400),
    );
    const { toolName } = await client.updateMcpBinding({ params, body: { toolName: "renamed", confirmRename: true } });
    assert.equal(toolName, "renamed");
    const changed = await client.updateMcpBinding({ params, body: { description: "Now off.", enabled: false } });
    assert.deepEqual(
      [changed.toolName, changed.description, changed.enabled, changed.functionId],
      ["renamed", "Now off.", false, bound.functionId],
    );
    const { functionId } = bound;
    const { id: other } = await site.createEndpoint("mcp");
    assert.deepEqual((await client.listMcpBindings({ params: { endpointId: other } })).items, []);
    const twin = { functionId, toolName: "renamed", description: "The same name elsewhere." };
    await client.createMcpBinding({ params: { endpointId: other }, body: twin });
    await assert.rejects(
      client.createMcpBinding({ params: { endpointId: other }, body: twin }),
      refused("CONFLICT", 409),
    );
    const nameless = client.createMcpBinding({
      params: { endpointId: other },
      body: { functionId, toolName: "no spaces", description: "x" },
    });
    await assert.rejects(nameless, refused("VALIDATION_ERROR", 400));
    const dotted = await client.createMcpBinding({
      params: { endpointId: other },
      body: { ...twin, toolName: "orders.get" },
    });
    assert.equal(dotted.warnings.length, 1);
  });

  test("an HTTP binding is one endpoint's and refers to a Function", async () => {
    verifies("bindings.http");
    const { client } = site.owner;
    const { id: functionId } = await site.createFunction();
    const [{ id: one }, { id: other }] = [await site.createEndpoint("http"), await site.createEndpoint("http")];
    const route = { functionId, method: "GET" as const, path: "/orders/{orderId}" };
    const bound = await client.createHttpBinding({ params: { endpointId: one }, body: route });
    assert.deepEqual([bound.endpointId, bound.functionId, bound.successStatus], [one, functionId, 200]);
    const alike = client.createHttpBinding({ params: { endpointId: one }, body: { ...route, path: "/orders/{id}" } });
    await assert.rejects(alike, refused("CONFLICT", 409));
    await client.createHttpBinding({ params: { endpointId: other }, body: route });
    const params = { endpointId: other, bindingId: bound.id };
    await assert.rejects(client.updateHttpBinding({ params, body: { enabled: false } }), refused("NOT_FOUND", 404));
    await assert.rejects(client.deleteFunction({ params: { functionId } }), refused("IN_USE", 409));
    const nowhere = client.createHttpBinding({
      params: { endpointId: one },
      body: { ...route, functionId: "fn_000000000000000000000000", path: "/x" },
    });
    await assert.rejects(nowhere, refused("NOT_FOUND", 404));
  });

  test("a Function belongs to the selected Project, and is validated and tested by a worker", async () => {
    verifies("functions.validate-test");
    const { client } = site.owner;
    const { id: functionId } = await site.createFunction();
    const params = { functionId };
    const validation = await client.validateFunction({ params, body: {} });
    assert.deepEqual([validation.valid, validation.derived.description], [true, "Derived."]);
    assert.equal((await client.getFunction({ params })).derived?.description, "Derived.");
    const tested = await client.testFunction({ params, body: { input: { text: "hello" } } });
    assert.deepEqual([tested.status, tested.output], ["succeeded", { text: "hello" }]);
    const production = client.testFunction({
      params,
      body: { input: {}, environment: "production", source: "export default () => 1;" },
    });
    await assert.rejects(production, refused("VALIDATION_ERROR", 400));
    const stranger: SignedIn = (await openSite(controlPlane)).owner;
    await assert.rejects(stranger.client.validateFunction({ params, body: {} }), refused("NOT_FOUND", 404));
    await assert.rejects(stranger.client.testFunction({ params, body: { input: {} } }), refused("NOT_FOUND", 404));
  });

  test("executions are filtered by endpoint, Function, status, request id, tenant, source, environment and time", async () => {
    verifies("executions.filters");
    const own = await openSite(controlPlane);
    const [tool, other] = [await own.createTool(), await own.createTool()];
    const report = (over: Parameters<typeof reportExecution>[1]) => reportExecution(own, over);
    const plain = { endpointId: other.endpointId, functionId: other.functionId, startedAt: "2026-01-01T00:00:00.000Z" };
    const wanted = { endpointId: tool.endpointId, functionId: tool.functionId, startedAt: "2026-03-01T00:00:00.000Z" };
    await report(plain);
    const error = { code: "FUNCTION_ERROR", message: "It failed.", stack: null };
    const special = {
      status: "failed",
      requestId: "one-request",
      tenantId: "acme",
      source: "http",
      environment: "production",
      error,
    } as const;
    const { id } = await report({ ...wanted, ...special });
    await report({ ...plain, startedAt: "2026-05-01T00:00:00.000Z" });
    const filters = {
      endpointId: tool.endpointId,
      functionId: tool.functionId,
      status: "failed",
      requestId: "one-request",
      tenantId: "acme",
      source: "http",
      environment: "production",
    } as const;
    const list = async (query: object) =>
      (await own.owner.client.listExecutions({ query })).items.map((item) => item.id);
    assert.equal((await list({})).length, 3);
    for (const [name, value] of Object.entries(filters)) assert.deepEqual(await list({ [name]: value }), [id], name);
    assert.deepEqual(await list(filters), [id]);
    assert.deepEqual(await list({ from: "2026-02-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" }), [id]);
    assert.deepEqual(await list({ ...filters, status: "rejected" }), []);
    assert.deepEqual((await own.owner.client.getExecution({ params: { executionId: id } })).error, error);
    const pages = await own.owner.client.listExecutions({ query: { limit: 2 } });
    const rest = await own.owner.client.listExecutions({ query: { limit: 2, cursor: pages.nextCursor ?? "" } });
    assert.deepEqual([pages.items.length, rest.items.length, rest.nextCursor], [2, 1, null]);
  });
});
