import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

interface Stored {
  functionId: string;
  onRelease: "stay" | "move";
  deploymentId: string | null;
  environment?: Environment;
  ended?: boolean;
}

let made = 0;
/** Stores a run as it lies while it waits, or after it has succeeded. */
const storeRun = ({ projectId }: Author, run: Stored) =>
  scene.query((tx) => {
    const { functionId, onRelease, deploymentId, environment = "development", ended = false } = run;
    return sql`insert into runs (id, project_id, environment, function_id, mode, source, deployment_id, on_release,
        tenant_id, caller, request_id, lane, status, turn, key_id, wrapped_key, input_chars, shown_input,
        deadline_seconds, deadline_at, finished_at)
      values (${`run_${(made += 1)}_${projectId}`}, ${projectId}, ${environment}, ${functionId}, 'durable', 'api',
        ${deploymentId}, ${onRelease}, 'default', '{"kind":"user","id":null,"name":null}', 'req', 'lane',
        ${ended ? "succeeded" : "waiting"}, 1, 'key', '', 2, '{}', 60, now() + interval '1 minute',
        ${ended ? sql`now()` : null})`.execute(tx);
  });

const said = (preview: Awaited<ReturnType<Client["previewDeployment"]>>) => preview.runs.map((runs) => runs.said);

test("a preview of a deployment says which runs keep their code, go on with the new one, or fail", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const invoice = await author.addFunction("invoice");
  const sync = await author.addFunction("sync");
  const cleanup = await author.addFunction("cleanup", { called: false });
  const endpointId = await author.addEndpoint("desk");
  const bound = await author.bindTool(endpointId, cleanup, "clean_up");
  const first = await deployed(scene, author);
  for (const onRelease of ["stay", "stay", "move"] as const)
    await storeRun(author, { functionId: invoice, onRelease, deploymentId: first.id });
  await storeRun(author, { functionId: invoice, onRelease: "stay", deploymentId: null });
  await storeRun(author, { functionId: sync, onRelease: "move", deploymentId: first.id });
  await storeRun(author, { functionId: sync, onRelease: "stay", deploymentId: first.id, ended: true });
  await storeRun(author, { functionId: sync, onRelease: "stay", deploymentId: first.id, environment: "production" });
  await storeRun(author, { functionId: cleanup, onRelease: "move", deploymentId: first.id });
  await storeRun(author, { functionId: cleanup, onRelease: "stay", deploymentId: first.id });
  assert.deepEqual(said(await client.previewDeployment()), [], "nothing would change");

  await client.updateFunction({ params: { functionId: invoice }, body: { timeoutMs: 5_000 } });
  await client.deleteMcpBinding({ params: { endpointId, bindingId: bound } });
  const preview = await client.previewDeployment();
  const number = `#${first.number}`;
  assert.deepEqual(said(preview), [
    "1 run of cleanup would fail, because cleanup would not be deployed.",
    `1 run of cleanup keeps the code of ${number}.`,
    "1 run of invoice would go on with the new code at its next step.",
    `2 runs of invoice keep the code of ${number}.`,
    "1 run of invoice has not begun, and would begin with the new code.",
    "1 run of sync would go on with the new code at its next step.",
  ]);
  assert.deepEqual(
    preview.runs.map(({ effect, count, deploymentNumber }) => [effect, count, deploymentNumber]),
    [
      ["fail", 1, first.number],
      ["stay", 1, first.number],
      ["move", 1, first.number],
      ["stay", 2, first.number],
      ["move", 1, null],
      ["move", 1, first.number],
    ],
  );
});

test("a durable Function that a cron ran and whose draft is gone would fail its runs that move on", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  await author.addFunction("kept");
  const create = {
    slug: "report",
    source: "// report",
    run: "durable" as const,
    runPolicy: { onRelease: "move" as const },
  };
  const { id: functionId } = await client.createFunction({ body: create });
  const cron = await client.createCronBinding({
    body: { functionId, name: "Nightly", environment: "development", schedule: "0 3 * * *", timezone: "UTC" },
  });
  const first = await deployed(scene, author);
  await storeRun(author, { functionId, onRelease: "move", deploymentId: first.id });
  await client.deleteCronBinding({ params: { cronBindingId: cron.id } });
  await client.deleteFunction({ params: { functionId } });
  const preview = await client.previewDeployment();
  assert.deepEqual(
    preview.changes.map(({ kind, name, change }) => [kind, name, change]),
    [["function", "report", "removed"]],
  );
  assert.deepEqual(said(preview), ["1 run of report would fail, because report would not be deployed."]);
});

test("previews of a release and of a rollback say the same of the runs of Production, and of no other Project", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const invoice = await author.addFunction("invoice");
  const first = await deployed(scene, author);
  const released = await client.releaseDeployment({ body: { projectDeploymentId: first.id } });
  const run = { functionId: invoice, deploymentId: released.id, environment: "production" } as const;
  await storeRun(author, { ...run, onRelease: "stay" });
  const other = await startAuthor(scene);
  const otherFirst = await deployed(scene, other);
  await storeRun(other, {
    functionId: invoice,
    onRelease: "stay",
    deploymentId: otherFirst.id,
    environment: "production",
  });

  await client.updateFunction({ params: { functionId: invoice }, body: { timeoutMs: 5_000 } });
  const second = await deployed(scene, author);
  const query = { target: "production" as const };
  const release = await client.previewDeployment({ query: { ...query, projectDeploymentId: second.id } });
  const keeps = [`1 run of invoice keeps the code of #${released.number}.`];
  assert.deepEqual([release.kind, said(release)], ["release", keeps]);
  const next = await client.releaseDeployment({ body: { projectDeploymentId: second.id } });
  await storeRun(author, { ...run, onRelease: "move", deploymentId: next.id });
  const rollback = await client.previewDeployment({ query: { ...query, projectDeploymentId: next.id } });
  assert.deepEqual(
    [rollback.kind, said(rollback)],
    ["rollback", [...keeps, "1 run of invoice would go on with the new code at its next step."]],
  );
});
