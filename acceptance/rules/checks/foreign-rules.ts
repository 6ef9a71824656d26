import assert from "node:assert/strict";
import test from "node:test";
import { sql } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { anew, changesNothing, mapValues, operationOf, refusedWith, sendAs, standing, unknownId } from "../attempt.ts";
import type { Ready, Prepared } from "../recipe.ts";
import { describedOf, querySchemasOf } from "../json-schema.ts";
import { recipeOf } from "../recipes.ts";
import { reportExecution } from "../recipes/observability.ts";
import type { Answer } from "../request.ts";
import { storeApproval } from "../recipes/approvals.ts";
import { storeDelivery } from "../recipes/deliveries.ts";
import { storeRun } from "../recipes/runs.ts";
import { fresh } from "../site.ts";
import type { World } from "../world.ts";

const isId = (value: unknown): value is string => typeof value === "string" && /^[a-z]+_[0-9a-z]{24}$/.test(value);

/** A response without the parts that always differ: its request id and its date. */
function comparable({ status, headers, text, requestId }: Answer) {
  const kept = new Map([...headers].filter(([header]) => header !== "date" && header !== "x-request-id"));
  return { status, headers: kept, text: text.replaceAll(requestId, "") };
}

/** Rule 6: another Project's things (or, for personal things, another user's) get the same response as missing ones. */
export function foreignRules(world: World, name: OperationName): void {
  const recipe = recipeOf(name);
  const belongsTo = recipe.belongsTo ?? operationOf(name).scope;
  if (belongsTo !== "installation" && belongsTo !== "nobody") paramRules(world, name, belongsTo);
  if (operationOf(name).scope !== "project") return;
  bodyRules(world, name);
  filterRules(world, name);
}

/**
 * Sends one request with the id of somebody else's thing and one with an unused id; their responses must be identical.
 */
async function alike(
  world: World,
  name: OperationName,
  { asker }: Ready,
  foreign: Prepared,
  unknown: Prepared,
): Promise<void> {
  await changesNothing(world, async () => {
    const answer = refusedWith(await sendAs(world, name, { asker, prepared: foreign }), 404, "NOT_FOUND");
    assert.deepEqual(comparable(answer), comparable(await sendAs(world, name, { asker, prepared: unknown })));
  });
}

async function foreignTo(world: World, name: OperationName, belongsTo: "project" | "user"): Promise<Prepared> {
  if (belongsTo === "project") return (await standing(world, name, world.foreign)).prepared;
  return recipeOf(name).prepare({ site: world.home, asker: world.sessions.admin });
}

function paramRules(world: World, name: OperationName, belongsTo: "project" | "user"): void {
  if (!operationOf(name).params) return;
  test(`${name}: 404 for what is another ${belongsTo}'s, exactly as for what does not exist`, async () => {
    const attempt = await standing(world, name);
    const params = attempt.prepared.params ?? {};
    const foreign = (await foreignTo(world, name, belongsTo)).params ?? {};
    const foreignBody = { ...attempt.prepared, params: foreign };
    await alike(world, name, attempt, foreignBody, { ...attempt.prepared, params: mapValues(foreign, unknownId) });
    if (Object.keys(params).length < 2) return;
    // Each of them alone, beside our own ids.
    for (const [key, value] of Object.entries(foreign)) {
      if (!isId(value)) continue;
      const mixed = { ...params, [key]: value };
      const nothing = { ...params, [key]: unknownId(value) };
      await alike(
        world,
        name,
        attempt,
        { ...attempt.prepared, params: mixed },
        { ...attempt.prepared, params: nothing },
      );
    }
    // Also one of our own ids, but below another parent.
    const sibling = (await anew(world, name)).prepared.params ?? {};
    const last = Object.keys(params).at(-1) ?? "";
    if (!isId(sibling[last])) return;
    const misplaced = { ...params, [last]: sibling[last] };
    const nothing = { ...params, [last]: unknownId(sibling[last]) };
    await alike(
      world,
      name,
      attempt,
      { ...attempt.prepared, params: misplaced },
      { ...attempt.prepared, params: nothing },
    );
  });
}

function bodyRules(world: World, name: OperationName): void {
  if (!operationOf(name).body) return;
  test(`${name}: 404 for another Project's ids in the body, exactly as for what does not exist`, async () => {
    const attempt = await standing(world, name);
    const theirs = await standing(world, name, world.foreign);
    const own = (attempt.prepared.body ?? {}) as Record<string, unknown>;
    const foreign = (theirs.prepared.body ?? {}) as Record<string, unknown>;
    for (const [key, value] of Object.entries(foreign)) {
      if (!key.endsWith("Id") || !isId(value)) continue;
      const taken = { ...attempt.prepared, body: { ...own, [key]: value } };
      await alike(world, name, attempt, taken, { ...attempt.prepared, body: { ...own, [key]: unknownId(value) } });
    }
  });
}

function filterRules(world: World, name: OperationName): void {
  // A required parameter is not a filter: the tenant whose cache is shown.
  const needed = new Set(describedOf(name).parameters?.flatMap(({ name, required }) => (required ? [name] : [])));
  // A parameter that names the one requested thing is not a filter either: an unknown one gives 404, which its recipe
  // shows.
  const filters = Object.keys(querySchemasOf(name)).filter(
    (key) => key.endsWith("Id") && key !== "projectDeploymentId" && !needed.has(key),
  );
  // A stream shows its content only over time, and counts, sums and downloads are no lists, so their handlers' tests cover
  // them.
  if (filters.length === 0 || operationOf(name).alternative === "text/event-stream") return;
  if (name.startsWith("count") || name.startsWith("export") || name === "getTraffic") return;
  test(`${name}: a filter by another Project's things shows nothing`, async () => {
    const asker = world.sessions.owner;
    const { endpointId, functionId } =
      name === "listHttpBindings" ? await world.foreign.createRoute() : await world.foreign.createTool();
    // Lists below an endpoint: below our own for us, below theirs for them.
    const isBelow = operationOf(name).params !== undefined;
    const ours = isBelow ? { params: (await standing(world, name)).prepared.params } : {};
    const below = isBelow ? { params: { endpointId } } : {};
    const known: Record<string, string> = {
      endpointId,
      functionId,
      requestId: "foreign-request",
      tenantId: "foreign-tenant",
      runId: identifier("run"),
      deploymentId: identifier("dep"),
      bindingId: identifier("mcb"),
    };
    const { runId = "", ...called } = known;
    const error = { code: "FUNCTION_ERROR", message: "It failed.", stack: null };
    await reportExecution(world.foreign, { ...called, run: { id: runId, attempt: 1 }, status: "failed", error });
    if (filters.includes("errorId") || filters.includes("assigneeId")) {
      const { client, user } = world.foreign.owner;
      const { items } = await client.listExecutionGroups({ query: { environment: "development", functionId } });
      const errorId = items[0]?.id ?? assert.fail("the failure is in no group");
      const at = { params: { groupId: errorId }, query: { environment: "development" as const } };
      await client.updateExecutionGroup({ ...at, body: { assigneeId: user.id } });
      Object.assign(known, { errorId, assigneeId: user.id });
    }
    if (name === "listDeliveries") {
      const { endpointId, bindingId, requestId } = await storeDelivery(world.foreign);
      Object.assign(known, { endpointId, bindingId, requestId });
    }
    if (name === "listAlertMessages") {
      const { client } = world.foreign.owner;
      // A name that is known nowhere (RFC 6761): what counts is that the test of the channel is in the log.
      const target = { kind: "slack" as const, url: "https://receiver.invalid/" };
      const { id: channelId } = await client.createAlertChannel({ body: { name: fresh("channel"), target } });
      await client.testAlertChannel({ params: { channelId } });
      Object.assign(known, { channelId });
    }
    if (name === "listAccess") {
      const body = { environment: "development" as const, name: fresh("key") };
      await world.foreign.owner.client.createApiKey({ params: { endpointId }, body });
    }
    if (name === "listApprovals") known["runId"] = (await storeApproval(world.foreign)).runId;
    if (name === "listRuns") {
      const parent = await storeRun(world.foreign, { functionId, tenantId: "foreign-tenant" });
      const { id: parentId, deploymentId } = parent;
      await world.controlPlane.app.store.inInstallation(({ tx }) =>
        sql`update runs set parent_id = ${parentId} where id = ${parentId}`.execute(tx),
      );
      Object.assign(known, { parentId, deploymentId });
    }
    const cron = { functionId, name: fresh("cron"), schedule: "0 3 29 2 *" };
    const { id: cronBindingId } = await world.foreign.owner.client.createCronBinding({ body: cron });
    if (filters.includes("cronBindingId")) {
      await world.foreign.owner.client.runCronBinding({ params: { cronBindingId } });
      Object.assign(known, { cronBindingId });
    }
    for (const key of filters) {
      const value = known[key];
      assert.ok(value !== undefined, `what is ${key} in another Project?`);
      const answer = await sendAs(world, name, { asker, prepared: { ...ours, query: { [key]: value } } });
      assert.deepEqual(answer.body, { items: [], nextCursor: null });
      // It exists for its owners.
      const prepared = { ...below, query: { [key]: value } };
      const theirs = await sendAs(world, name, { asker: world.foreign.owner, prepared });
      assert.notDeepEqual(theirs.body["items"], []);
    }
  });
}
