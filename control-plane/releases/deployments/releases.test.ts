import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@ferrule/contract/client.ts";
import { roles } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { actionOf, startAuthor, type Author } from "../../testing/author.ts";
import { deployed, targetsOf } from "../../testing/released.ts";
import { awaitTarget } from "./queries/target-activation.ts";
import { refusal } from "../../testing/refusal.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

/** An author with one Function, which each `edit` saves again. */
async function editor(): Promise<{ author: Author; functionId: string; next: () => ReturnType<typeof deployed> }> {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("word");
  await author.bindTool(await author.addEndpoint("desk"), functionId, "word");
  let edits = 0;
  const next = async () => {
    edits += 1;
    await author.client.updateFunction({ params: { functionId }, body: { source: `// edit ${edits}` } });
    return deployed(scene, author);
  };
  return { author, functionId, next };
}

const release = (author: Author, projectDeploymentId: string) =>
  author.client.releaseDeployment({ body: { projectDeploymentId } });
const rollback = (author: Author, projectDeploymentId: string, reason = "") =>
  author.client.rollbackDeployment({ params: { projectDeploymentId }, body: { reason } });

test("releases what was deployed, byte for byte, and leaves the drafts and Development alone", async () => {
  const { author, functionId, next } = await editor();
  const first = await next();
  await author.client.updateFunction({ params: { functionId }, body: { source: "// not deployed" } });
  const released = await author.client.releaseDeployment({
    body: { projectDeploymentId: first.id, message: "Ship it." },
  });
  assert.deepEqual(
    [released.target, released.kind, released.status, released.number, released.message],
    ["production", "release", "completed", 2, "Ship it."],
  );
  assert.deepEqual([released.sourceDeploymentId, released.digest], [first.id, first.digest]);
  assert.ok(released.startedAt !== null && released.finishedAt !== null && released.durationMs !== null);
  assert.deepEqual(
    released.changes.map(({ kind, name, change }) => `${change} ${kind} ${name}`),
    ["added function word", "added endpoint desk", "added mcp-binding desk: word"],
  );
  assert.deepEqual(await targetsOf(author), {
    development: { id: first.id, pinned: false },
    production: { id: released.id, pinned: false },
  });
  const { items } = await author.client.listFunctionVersions({ params: { functionId } });
  assert.deepEqual(
    items.map(({ revision, activeIn }) => [revision, activeIn]),
    [
      [3, []],
      [2, ["development", "production"]],
      [1, []],
    ],
  );
  const { items: endpoints } = await author.client.listRuntimeEndpoints();
  assert.deepEqual(endpoints[0]?.deployed, { development: true, production: true });
  const { log } = await author.get(released.id);
  assert.deepEqual(
    log.map(({ message }) => message),
    ["Releases deployment #1.", `Completed: production serves artifact ${first.digest}.`],
  );
});

test("refuses to release what is not a completed deployment of Development, and what does not exist", async () => {
  const { author, next } = await editor();
  const first = await next();
  const released = await release(author, first.id);
  const queued = await author.deploy();
  for (const [id, reason] of [
    [released.id, /only a deployment of development/i],
    [queued.id, /is queued/],
  ] as const) {
    const error = await refusal(release(author, id));
    assert.deepEqual([error.status, error.code], [409, "INVALID_STATE"]);
    assert.match(error.message, reason);
    assert.deepEqual(actionOf(await author.get(id), "release"), {
      action: "release",
      allowed: false,
      reason: error.message,
    });
  }
  await author.cancel(queued.id);
  const elsewhere = await editor();
  const foreign = await elsewhere.next();
  for (const id of [foreign.id, "dep_none"]) assert.equal((await refusal(release(author, id))).code, "NOT_FOUND");
});

test("names the secrets that production lacks before anything happens, and releases once they are there", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("caller", { secrets: ["ORDERS_TOKEN", "A_KEY"] });
  await author.addFunction("other", { secrets: ["A_KEY"] });
  const first = await deployed(scene, author);
  assert.deepEqual(first.missingSecrets, ["A_KEY", "ORDERS_TOKEN"]);
  const body = (name: string) => ({ name, environment: "production" as const, value: "a value that is sealed" });
  const before = (await author.client.listDeployments()).items.length;
  const error = await refusal(release(author, first.id));
  assert.deepEqual([error.code, error.details], ["INVALID_STATE", { missingSecrets: ["A_KEY", "ORDERS_TOKEN"] }]);
  assert.equal(actionOf(await author.get(first.id), "release")?.reason, error.message);
  assert.equal((await author.client.listDeployments()).items.length, before);
  assert.equal((await targetsOf(author))["production"]?.id, null);

  const { id: secretId } = await author.client.createSecret({ body: body("A_KEY") });
  assert.match((await refusal(release(author, first.id))).message, /: ORDERS_TOKEN\.$/);
  await author.client.createSecret({ body: body("ORDERS_TOKEN") });
  const released = await release(author, first.id);
  await assert.rejects(author.client.deleteSecret({ params: { secretId } }), { code: "IN_USE" });

  // A rollback is for emergencies, so it logs a warning and continues.
  await author.addFunction("third");
  await release(author, (await deployed(scene, author)).id);
  await author.client.deleteSecret({ params: { secretId }, query: { force: "true" } });
  const back = await rollback(author, released.id);
  const { log } = await author.get(back.id);
  assert.ok(log.some(({ level, message }) => level === "warn" && message.includes("A_KEY")));
});

test("returns production to the release before, and again to the one before that, pinned until the next release", async () => {
  const { author, next } = await editor();
  const deploys = [await next(), await next(), await next()];
  const releases = [];
  for (const { id } of deploys) releases.push(await release(author, id));
  const [one, two, three] = releases;
  assert.ok(one && two && three);
  assert.equal((await author.get(three.id)).rollsBackTo, two.id);

  const back = await rollback(author, three.id, "Orders fail.");
  assert.deepEqual(
    [back.target, back.kind, back.status, back.message, back.sourceDeploymentId, back.digest, back.active, back.pinned],
    ["production", "rollback", "completed", "Orders fail.", two.id, two.digest, true, true],
  );
  assert.deepEqual((await targetsOf(author))["production"], { id: back.id, pinned: true });
  const further = await rollback(author, back.id);
  assert.deepEqual([further.sourceDeploymentId, further.digest], [one.id, one.digest], "older than what it stems from");
  const nothing = await refusal(rollback(author, further.id));
  assert.deepEqual([nothing.status, nothing.code], [409, "INVALID_STATE"]);
  assert.equal(nothing.message, actionOf(await author.get(further.id), "rollback")?.reason);
  assert.match(nothing.message, /no earlier deployment that production/);

  await next();
  assert.deepEqual(
    (await targetsOf(author))["production"],
    { id: further.id, pinned: true },
    "a deployment moves it not",
  );
  const named = await rollback(author, back.id);
  assert.deepEqual([named.sourceDeploymentId, named.digest], [two.id, two.digest], "an earlier one that is named");
  assert.equal(named.pinned, true);
  const again = await release(author, deploys[2]?.id ?? "");
  assert.deepEqual((await targetsOf(author))["production"], { id: again.id, pinned: false });
  assert.deepEqual([(await author.get(named.id)).active, (await author.get(named.id)).pinned], [false, false]);
});

test("returns Development without pinning it, and releases what a rollback put there", async () => {
  const { author, functionId, next } = await editor();
  const [one, two] = [await next(), await next()];
  const back = await rollback(author, two.id);
  assert.deepEqual(
    [back.target, back.digest, back.pinned, back.sourceDeploymentId],
    ["development", one.digest, false, one.id],
  );
  assert.equal((await author.client.getFunction({ params: { functionId } })).source, "// edit 2", "drafts stay");
  const released = await release(author, back.id);
  assert.deepEqual([released.digest, released.sourceDeploymentId], [one.digest, back.id]);
  const three = await next();
  assert.equal((await targetsOf(author))["development"]?.id, three.id);
});

test("refuses to return to a deployment that was not completed", async () => {
  const { author, next } = await editor();
  await next();
  const queued = await author.deploy();
  const cancelled = await author.cancel(queued.id);
  assert.equal(actionOf(cancelled, "rollback")?.allowed, false);
  const error = await refusal(rollback(author, queued.id));
  assert.deepEqual([error.code, error.message], ["INVALID_STATE", actionOf(cancelled, "rollback")?.reason]);
});

test("says for every role and state what may be done, and does what it says", async () => {
  const { author, next } = await editor();
  const [one, two] = [await next(), await next()];
  const first = await release(author, one.id);
  const second = await release(author, two.id);
  const queued = await author.deploy();
  for (const role of roles) {
    const client = await author.as(role);
    const { items } = await client.listDeployments();
    const inDevelopment = role !== "operator";
    const inProduction = role !== "developer";
    const expected: Record<string, boolean[]> = {
      [queued.id]: [inDevelopment, false, false, false],
      [second.id]: [false, false, inProduction, false],
      [first.id]: [false, false, inProduction, false],
      [two.id]: [false, inProduction, true, false],
      [one.id]: [false, inProduction, true, false],
    };
    for (const item of items) {
      assert.deepEqual(
        item.availableActions.map(({ action }) => action),
        ["cancel", "release", "rollback", "retry"],
      );
      assert.deepEqual(
        item.availableActions.map(({ allowed }) => allowed),
        expected[item.id],
        `${role}, #${item.number}`,
      );
      assert.ok(item.availableActions.every(({ allowed, reason }) => allowed === (reason === null)));
      const single = await client.getDeployment({ params: { projectDeploymentId: item.id } });
      assert.deepEqual(single.availableActions, item.availableActions);
    }
  }
  await author.cancel(queued.id);
  for (const role of roles) {
    const { availableActions } = await (
      await author.as(role)
    ).getDeployment({ params: { projectDeploymentId: queued.id } });
    assert.equal(availableActions.find(({ action }) => action === "retry")?.allowed, role !== "operator", role);
  }
  const params = { projectDeploymentId: first.id };
  const developer = await author.as("developer");
  assert.equal((await refusal(developer.rollbackDeployment({ params }))).code, "FORBIDDEN");
  const body = { projectDeploymentId: one.id };
  assert.equal((await refusal(developer.releaseDeployment({ body }))).code, "FORBIDDEN");
  await developer.rollbackDeployment({ params: { projectDeploymentId: one.id } });
  const operator = await author.as("operator");
  await operator.rollbackDeployment({ params });
  await operator.releaseDeployment({ body: { projectDeploymentId: two.id } });
});

test("offers nothing in an archived Project", async () => {
  const { author, next } = await editor();
  const { id } = await next();
  await author.client.archiveProject({ params: { projectId: author.projectId } });
  const { availableActions } = await author.get(id);
  assert.deepEqual(new Set(availableActions.map(({ reason }) => reason)), new Set(["The Project is archived."]));
});

test("answers 409 while another deployment of that target is being activated, and not for the other target", async () => {
  const { author, next } = await editor();
  const [one, two] = [await next(), await next()];
  const released = await release(author, one.id);
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const activating = scene.app.store.inInstallation(async (scope) => {
    await awaitTarget(scope, author.projectId, "production");
    started.resolve();
    await ended.promise;
  });
  try {
    await started.promise;
    assert.equal((await refusal(release(author, two.id))).code, "DEPLOYMENT_IN_PROGRESS");
    assert.equal((await refusal(rollback(author, released.id))).code, "DEPLOYMENT_IN_PROGRESS");
    await rollback(author, two.id);
  } finally {
    ended.resolve();
    await activating;
  }
  await release(author, two.id);
});

test(
  "keeps the target and the pin consistent when releases, rollbacks and builds come at once",
  { timeout: 300_000 },
  async () => {
    const { author, next } = await editor();
    const [one, two] = [await next(), await next()];
    await release(author, one.id);
    const base = await release(author, two.id);
    const accepted: string[] = [];
    const race = async (move: () => Promise<{ id: string }>) => {
      for (let round = 0; round < 10; round += 1) {
        try {
          accepted.push((await move()).id);
        } catch (error) {
          assert.ok(
            error instanceof ApiError && ["DEPLOYMENT_IN_PROGRESS", "INVALID_STATE"].includes(error.code),
            String(error),
          );
        }
      }
    };
    await Promise.all([
      race(() => release(author, one.id)),
      race(() => release(author, two.id)),
      race(() => rollback(author, base.id)),
      (async () => {
        for (let round = 0; round < 3; round += 1) await next();
      })(),
    ]);
    const { items } = await author.client.listDeployments({ query: { target: "production", limit: 200 } });
    const moved = items.filter(({ id }) => accepted.includes(id));
    assert.equal(moved.length, accepted.length, "every one that was accepted is there");
    assert.deepEqual(new Set(items.map(({ status }) => status)), new Set(["completed"]));
    const active = items.filter((item) => item.active);
    assert.equal(active.length, 1);
    assert.equal(active[0]?.id, items[0]?.id, "the last one that was accepted is what is served");
    assert.equal(active[0]?.pinned, active[0]?.kind === "rollback");
    const all = (await author.client.listDeployments({ query: { limit: 200 } })).items.map(({ number }) => number);
    assert.deepEqual(
      all,
      all.map((_, index) => all.length - index),
      "numbers without gaps",
    );
  },
);

test("releases once for one Idempotency-Key", async () => {
  const { author, next } = await editor();
  const { id: projectDeploymentId } = await next();
  const headers = { "idempotency-key": "release-1" };
  const [one, other] = [
    await author.client.releaseDeployment({ body: { projectDeploymentId }, headers }),
    await author.client.releaseDeployment({ body: { projectDeploymentId }, headers }),
  ];
  assert.deepEqual(one, other);
  const params = { projectDeploymentId: (await release(author, (await next()).id)).id };
  const backs = [
    await author.client.rollbackDeployment({ params, headers }),
    await author.client.rollbackDeployment({ params, headers }),
  ];
  assert.deepEqual(backs[0], backs[1]);
});

test("writes one audit event with what was served before and after", async () => {
  const { author, next } = await editor();
  const { id } = await next();
  const released = await release(author, id);
  const again = await release(author, (await next()).id);
  const back = await rollback(author, again.id, "Too slow.");
  const { items } = await author.client.listAuditEvents({ query: { limit: 10, projectId: author.projectId } });
  const told = (action: string) => items.filter((event) => event.action === action);
  assert.deepEqual(
    told("deployment.release").map(({ target }) => target.id),
    [again.id, released.id],
  );
  const [rolled] = told("deployment.rollback");
  assert.deepEqual(rolled?.target, { kind: "deployment", id: back.id, name: `#${back.number}` });
  assert.deepEqual(rolled?.changes, {
    target: "production",
    sourceDeploymentId: released.id,
    message: "Too slow.",
    before: { deploymentId: again.id, digest: again.digest, pinned: false },
    after: { deploymentId: back.id, digest: released.digest, pinned: true },
  });
});

test("refuses a release while Production lacks a connection that it declares, and says which", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("asks");
  const permissions = { secrets: [], connections: ["shop", "archive"] };
  await author.client.updateFunction({ params: { functionId }, body: { permissions } });
  const url = "postgresql://user:word@db.example/shop";
  const connect = (name: string, environment: "development" | "production") =>
    author.client.createConnection({ body: { name, environment, url } });
  await connect("shop", "development");
  const { id } = await deployed(scene, author);
  const error = await refusal(release(author, id));
  assert.deepEqual([error.code, error.details], ["INVALID_STATE", { missingConnections: ["archive", "shop"] }]);
  assert.equal((await targetsOf(author))["production"]?.id, null);
  await connect("archive", "production");
  assert.match((await refusal(release(author, id))).message, /: shop\.$/);
  await connect("shop", "production");
  await release(author, id);
});
