import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { recordExecutions } from "../../whole/recording/record-executions.ts";
import { record } from "../../observed/executions/testing/reports.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);
const project = duringTests(() => plane.createProject());
const owner = duringTests(() => plane.signInAs("owner", project.id));

/** Runs `ferrule erase …` as an operator would. */
async function ferruleErase(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../cli/main.ts"), "erase", ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: plane.settings.databaseUrl,
      ...(plane.settings.databaseDirectUrl && { DATABASE_DIRECT_URL: plane.settings.databaseDirectUrl }),
      DATA_DIR: plane.settings.dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => void (out += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out };
}

const tenantsLeft = async () =>
  (await owner.listExecutions({ query: {} })).items.map(({ tenantId }) => tenantId).sort();

test("without --yes it counts and changes nothing; with it, the tenant is gone and the audit says so without a name", async () => {
  await recordExecutions(plane.app, [
    record(project.id, { tenantId: "acme-leaves" }),
    record(project.id, { tenantId: "stays" }),
  ]);
  const counted = await ferruleErase(project.slug, "--tenant", "acme-leaves");
  assert.equal(counted.code, 0, counted.out);
  assert.match(counted.out, /^executions: 1\n/m);
  assert.match(counted.out, /Nothing was erased/);
  assert.deepEqual(await tenantsLeft(), ["acme-leaves", "stays"]);
  const reason = ["--reason", "Contract 2231 has ended.", "--yes"];
  const erased = await ferruleErase(project.slug, "--tenant", "acme-leaves", ...reason);
  assert.equal(erased.code, 0, erased.out);
  assert.match(erased.out, /^executions: 1\n/m);
  assert.deepEqual(await tenantsLeft(), ["stays"]);
  const { items } = await owner.listErasures({ query: {} });
  assert.deepEqual(
    items.map(({ name, reason: why, finishedAt }) => [name, why, finishedAt !== null]),
    [[null, "Contract 2231 has ended.", true]],
  );
  const { items: events } = await owner.listAuditEvents({ query: {} });
  const its = events.filter(({ target }) => target.kind === "erasure");
  assert.deepEqual(
    its.map(({ action, actor }) => [action, actor.kind]),
    [
      ["erasure.finish", "system"],
      ["erasure.create", "system"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(its), /acme-leaves/);
});

test("what was not asked for rightly is refused with words, and nothing is noted", async () => {
  const before = (await owner.listErasures({ query: {} })).items.length;
  for (const [args, why] of [
    [[project.slug], /either --tenant or --caller/],
    [[project.slug, "--tenant", "a", "--caller", "b"], /either --tenant or --caller/],
    [["no-such-project", "--tenant", "stays"], /no Project no-such-project/],
    [[project.slug, "--tenant", "stays", "--yes"], /--reason/],
    [[project.slug, "--tenant", "stays", "--yes", "--reason", "Stays has left."], /does not name/],
  ] as const) {
    const { code, out } = await ferruleErase(...args);
    assert.equal(code, 1, out);
    assert.match(out, why);
    assert.doesNotMatch(out, /\n\s+at /);
  }
  assert.equal((await owner.listErasures({ query: {} })).items.length, before);
  assert.deepEqual(await tenantsLeft(), ["stays"]);
});
