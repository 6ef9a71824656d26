import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Environment } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, addTool, createEndpoint, createFunction, deploy, keepCalled, openProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { startLoad, watchWorkers, type Answered } from "../load.ts";
import { shareThreeWorkers, startTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const loops = full ? 8 : 4;
/** Other content of the Project: a swap must not compile all of it. */
const others = full ? 100 : 20;
/**
 * The slowest worker's time from the 202 to its first response from the new artifact: a list of tools, and a Function's
 * cold call.
 */
const withinMs = { list: full ? 200 : aSecondMs, call: aSecondMs };

/** The Function's code, the route's status and the tool's texts each show their version; they must never be mixed. */
const versions = [1, 2, 3, 4] as const;
type Version = (typeof versions)[number];
const statusOf = (version: Version) => 199 + version;
const sourceOf = (version: Version) => `
import type { Context } from "ferrule";
export default async function run(input: {}, ctx: Context) {
  return { version: ${version}, deploymentId: ctx.deploymentId };
}`;

const otherSource = (n: number) => `
interface Input { /** An order. */ order${n}: string; lines: { sku: string; count: number }[]; note?: string }
export default async function run(input: Input) { return { order: input.order${n}, lines: input.lines.length }; }`;

describe("releases and rollbacks under load", () => {
  let functionId: string;
  let http: { id: string; bindingId: string; slug: string };
  let mcp: { id: string; bindingId: string; slug: string };
  const platform = duringTests(() => (full ? startTestPlatform({ workers: 2 }) : shareThreeWorkers()));
  const client = duringTests(() => platform.signInAsOwner());
  const project = duringTests(() => openProject(client));
  const keys: Record<string, string> = {};
  /** The content of each deployment. */
  const versionOf = new Map<string, Version>();

  before(async () => {
    // At full length times are held to 200 ms: two workers, and nothing else on the platform.
    functionId = await createFunction(client, "version", sourceOf(1));
    for (let n = 0; n < others; n += 1)
      await keepCalled(client, await createFunction(client, `other-${n}`, otherSource(n)));
    const [api, desk] = [await createEndpoint(client, "http", "api"), await createEndpoint(client, "mcp", "desk")];
    const route = await addRoute(client, api.id, {
      functionId,
      method: "GET",
      path: "/version",
      successStatus: statusOf(1),
    });
    const tool = await addTool(client, desk.id, {
      functionId,
      toolName: "version",
      title: "Version 1",
      description: "Version 1",
    });
    http = { id: api.id, bindingId: route.id, slug: api.slug };
    mcp = { id: desk.id, bindingId: tool.id, slug: desk.slug };
    for (const environment of ["development", "production"] as const)
      for (const endpoint of [http, mcp])
        keys[`${environment} ${endpoint.id}`] = (
          await client.createApiKey({ params: { endpointId: endpoint.id }, body: { name: "load", environment } })
        ).value;
  });

  const key = (environment: Environment, endpointId: string) => keys[`${environment} ${endpointId}`] ?? "";

  async function publish(version: Version): Promise<string> {
    const text = `Version ${version}`;
    await client.updateFunction({ params: { functionId }, body: { source: sourceOf(version) } });
    await client.updateHttpBinding({
      params: { endpointId: http.id, bindingId: http.bindingId },
      body: { successStatus: statusOf(version) },
    });
    await client.updateMcpBinding({
      params: { endpointId: mcp.id, bindingId: mcp.bindingId },
      body: { title: text, description: text },
    });
    const { id } = await client.createDeployment({ body: {} });
    versionOf.set(id, version);
    await eventually(async () => {
      const { status, error } = await client.getDeployment({ params: { projectDeploymentId: id } });
      assert.ok(status !== "failed" && status !== "cancelled", JSON.stringify(error));
      return status === "completed" ? true : undefined;
    }, 60_000);
    return id;
  }

  async function callRoute(environment: Environment, origin = platform.url, more: Record<string, string> = {}) {
    const response = await fetch(`${origin}/http/${environment}/${project.slug}/${http.slug}/version`, {
      headers: { "x-api-key": key(environment, http.id), ...more },
    });
    const text = await response.text();
    if (!response.ok) return { failed: `${response.status} ${text}` };
    const { version, deploymentId } = JSON.parse(text) as { version: Version; deploymentId: string };
    const whole = response.status === statusOf(version);
    return { deploymentId, version, mixed: whole ? undefined : `${response.status} of version ${version}` };
  }

  async function callMcp(
    environment: Environment,
    method: "tools/list" | "tools/call",
    origin = platform.url,
    more: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(`${origin}/mcp/${environment}/${project.slug}/${mcp.slug}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        // The first revision in which a tool has a title.
        "mcp-protocol-version": "2025-06-18",
        "x-api-key": key(environment, mcp.id),
        ...more,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: method === "tools/call" ? { name: "version", arguments: {} } : {},
      }),
    });
    const text = await response.text();
    const { result } = JSON.parse(text) as {
      result?: {
        tools?: { title: string; description: string }[];
        structuredContent?: { version: Version; deploymentId: string };
      };
    };
    const content = result?.structuredContent;
    if (content) return content;
    const tool = result?.tools?.[0];
    if (!response.ok || !tool) return { failed: `${response.status} ${text}` };
    const listed = Number(tool.title.replace("Version ", ""));
    return { listed, mixed: tool.title === tool.description ? undefined : `${tool.title}, ${tool.description}` };
  }

  const calls: (() => Promise<Answered>)[] = [
    () => callRoute("production"),
    () => callRoute("development"),
    () => callMcp("production", "tools/call"),
    () => callMcp("production", "tools/list"),
  ];

  test("release, deployments and rollbacks reach every worker at once, and no request fails", async (t) => {
    verifies("releases.promote", "deployments.rollback");
    const first = await publish(1);
    versionOf.set((await client.releaseDeployment({ body: { projectDeploymentId: first } })).id, 1);
    await eventually(async () => ((await callRoute("production")).failed === undefined ? true : undefined), 20_000);

    const load = startLoad(calls, loops);
    const timings: string[] = [];
    const slowest = { list: 0, call: 0 };
    async function move(
      what: string,
      environment: Environment,
      ask: () => Promise<{ id: string; digest: string | null; status: string }>,
      version: Version,
    ) {
      const internal = { "x-internal-token": platform.internalApiToken };
      const origins = platform.workers.map(({ listening }) => `http://127.0.0.1:${listening.port}`);
      const lists = watchWorkers(
        origins.map((origin) => async () => {
          const { listed } = await callMcp(environment, "tools/list", origin, internal);
          return listed;
        }),
      );
      const calls = watchWorkers(
        origins.map((origin) => async () => {
          const { deploymentId } = await callRoute(environment, origin, internal);
          return deploymentId;
        }),
      );
      const moved = await ask();
      const answeredAt = performance.now();
      versionOf.set(moved.id, version);
      const [list, call] = (await Promise.all([lists.until(version, 30_000), calls.until(moved.id, 30_000)])).map(
        (times) => Math.max(0, Math.round(Math.max(...times) - answeredAt)),
      );
      assert.ok(list !== undefined && call !== undefined);
      timings.push(`${what} ${list} ms (call ${call} ms)`);
      slowest.list = Math.max(slowest.list, list);
      slowest.call = Math.max(slowest.call, call);
      assert.equal(moved.status, "completed");
      return moved;
    }
    const release = (projectDeploymentId: string) => () =>
      client.releaseDeployment({ body: { projectDeploymentId, message: "Under load." } });
    const rollback = (projectDeploymentId: string) => () =>
      client.rollbackDeployment({ params: { projectDeploymentId }, body: { reason: "Under load." } });
    try {
      const second = await publish(2);
      const two = await move("release", "production", release(second), 2);
      const third = await publish(3);
      const three = await move("release", "production", release(third), 3);
      const back = await move("rollback", "production", rollback(three.id), 2);
      assert.equal(back.digest, two.digest);
      const fourth = await publish(4);
      await move("rollback to an earlier one", "production", rollback(three.id), 3);
      await move("rollback in development", "development", rollback(fourth), 3);
      await move("release after a rollback", "production", release(fourth), 4);
      await move("release of the first", "production", release(first), 1);
    } finally {
      await load.stop();
    }
    t.diagnostic(`${load.answers.length} answers at ${loops} loops, ${load.percentiles()}`);
    t.diagnostic(`from the 202 until every worker answers from it: ${timings.join("; ")}`);
    assert.deepEqual(load.failures.slice(0, 3), [], "no request failed");
    const mixed = load.answers.filter(
      ({ deploymentId, version, mixed }) =>
        mixed !== undefined || (deploymentId !== undefined && versionOf.get(deploymentId) !== version),
    );
    assert.deepEqual(mixed.slice(0, 3), [], "each answer is wholly of one artifact");
    assert.deepEqual(new Set(load.answers.flatMap(({ version }) => version ?? [])), new Set(versions));
    assert.ok(slowest.list <= withinMs.list && slowest.call <= withinMs.call, timings.join("; "));
  });

  test("production stays where a rollback put it until the next release", async () => {
    const { items } = await client.listDeployments({ query: { target: "production" } });
    const active = items.find((item) => item.active);
    assert.ok(active);
    const back = await client.rollbackDeployment({ params: { projectDeploymentId: active.id } });
    const pinned = async () =>
      (await client.listEnvironments()).items.find(({ name }) => name === "production") ?? assert.fail();
    assert.deepEqual([(await pinned()).activeDeploymentId, (await pinned()).pinned], [back.id, true]);
    const { id } = await deploy(client);
    assert.deepEqual([(await pinned()).activeDeploymentId, (await pinned()).pinned], [back.id, true]);
    const released = await client.releaseDeployment({ body: { projectDeploymentId: id } });
    assert.deepEqual([(await pinned()).activeDeploymentId, (await pinned()).pinned], [released.id, false]);
  });

  test("a control plane killed during releases and rollbacks leaves one of them, wholly", async () => {
    const kills = full ? 15 : 2;
    const [one, other] = [await deploy(client), await deploy(client)];
    const base = await client.releaseDeployment({ body: { projectDeploymentId: one.id } });
    const acknowledged = new Set<string>([base.id]);
    /** Newest first; there are more of them than a page shows. */
    const everyRelease = async () => {
      const all: Awaited<ReturnType<typeof client.listDeployments>>["items"] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await client.listDeployments({
          query: { target: "production", limit: 200, ...(cursor === undefined ? {} : { cursor }) },
        });
        all.push(...page.items);
        cursor = page.nextCursor;
      }
      return all;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const { pid } = platform.controlPlane;
      const state = { over: false, moves: 0 };
      const move = async (ask: () => Promise<{ id: string }>) => {
        while (!state.over) {
          const moved = await ask().catch(() => null);
          if (moved === null) continue;
          acknowledged.add(moved.id);
          state.moves += 1;
        }
      };
      const moving = Promise.all([
        move(() => client.releaseDeployment({ body: { projectDeploymentId: one.id } })),
        move(() => client.releaseDeployment({ body: { projectDeploymentId: other.id } })),
        move(() => client.rollbackDeployment({ params: { projectDeploymentId: base.id } })),
      ]);
      await eventually(async () => (state.moves > 5 + kill * 3 ? true : undefined), 60_000);
      process.kill(pid ?? 0, "SIGKILL");
      state.over = true;
      await moving;
      const items = await eventually(async () => {
        if (platform.controlPlane.pid === pid) return undefined;
        return everyRelease().catch(() => undefined);
      }, 60_000);
      assert.deepEqual(new Set(items.map(({ status }) => status)), new Set(["completed"]), "none is stuck half way");
      const [newest] = items;
      assert.deepEqual(
        items.filter((item) => item.active).map(({ id }) => id),
        [newest?.id],
      );
      assert.equal(newest?.pinned, newest?.kind === "rollback");
      const found = new Set(items.map(({ id }) => id));
      assert.deepEqual(
        [...acknowledged].filter((id) => !found.has(id)),
        [],
      );
      const served = () => callRoute("production");
      await eventually(async () => ((await served()).deploymentId === newest?.id ? true : undefined), 20_000);
    }
  });
});
