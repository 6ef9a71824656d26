import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { before, describe, test } from "node:test";
import type { CronBinding, CronRun } from "@ferrule/contract/resources/cron-binding.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { roleProgram } from "@ferrule/kit/process/role-program.ts";
import { machineSecrets } from "@ferrule/one-machine/machine-secrets.ts";
import { roleEnvironment } from "@ferrule/one-machine/role-environment.ts";
import { RoleProcess } from "@ferrule/one-machine/role-process.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createFunction, deploy, keepCalled, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { Link } from "../faults/link.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const crons = full ? 100 : 10;
const lastsMs = full ? 60_000 : 4_500;
const root = join(import.meta.dirname, "../..");

const source = `import type { Context } from "ferrule";
export default async function tick(input: { n?: number }, ctx: Context) {
  return { n: input.n ?? 0, source: ctx.source, attempt: ctx.attempt, caller: ctx.caller.kind };
}`;

describe("crons", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let functionId: string;

  before(async () => {
    functionId = await createFunction(client, "tick", source);
    await keepCalled(client, functionId);
    await deploy(client);
  });

  const runsOf = async ({ id }: CronBinding): Promise<CronRun[]> => {
    const items: CronRun[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await client.listCronRuns({ params: { cronBindingId: id }, query });
      items.push(...page.items);
      if (page.nextCursor === null) return items.toReversed();
      cursor = page.nextCursor;
    }
  };
  const ended = (binding: CronBinding) =>
    eventually(async () => {
      const runs = await runsOf(binding);
      return runs.every(({ status }) => status !== "queued" && status !== "running") ? runs : undefined;
    }, 60_000);

  test("a binding has runs: what is deployed runs with its input, and each run leads to its execution", async () => {
    verifies("cron.runs", "cron.roles");
    const body = { functionId, name: "By hand", schedule: "0 0 29 2 *", input: { n: 7 }, tenantId: "acme" };
    const binding = await client.createCronBinding({ body });
    const params = { cronBindingId: binding.id };
    const draft = { source: "export default async function tick() { return 'a draft that nobody deployed'; }" };
    await client.updateFunction({ params: { functionId }, body: draft });
    const operator = await platform.signInAs("operator", client);
    const { activeProject } = await client.getMe();
    await operator.selectProject({ params: { projectId: activeProject?.id ?? "" } });
    const asked = await operator.runCronBinding({ params });
    assert.equal(asked.status, "queued");
    const [run] = await ended(binding);
    assert.deepEqual([run?.id, run?.status, run?.trigger, run?.attempt], [asked.id, "succeeded", "manual", 1]);
    const execution = await eventually(
      () => client.getExecution({ params: { executionId: run?.executionId ?? "" } }).catch(() => undefined),
      10_000,
    );
    assert.deepEqual(
      [execution.source, execution.status, execution.tenantId, execution.bindingId, execution.environment],
      ["cron", "succeeded", "acme", binding.id, "development"],
    );
    assert.deepEqual(execution.caller, { kind: "cron", id: binding.id, name: "By hand" });
    assert.deepEqual(execution.output, { n: 7, source: "cron", attempt: 1, caller: "cron" });
    const developer = await platform.signInAs("developer", client);
    await developer.selectProject({ params: { projectId: activeProject?.id ?? "" } });
    await assert.rejects(developer.runCronBinding({ params }), { code: "FORBIDDEN" });
    await assert.rejects(operator.deleteCronBinding({ params }), { code: "FORBIDDEN" });
    await developer.deleteCronBinding({ params });
  });

  test("input that the deployed schema refuses fails the run, and says why", async () => {
    // If nobody has checked the schema yet, it cannot speak against an input.
    const untried = await createFunction(client, "untried", source);
    const body = { functionId: untried, schedule: "0 0 29 2 *", input: { n: "seven" }, retry: { maxAttempts: 3 } };
    const binding = await client.createCronBinding({ body });
    await client.updateFunction({ params: { functionId }, body: { source } });
    await deploy(client);
    await client.runCronBinding({ params: { cronBindingId: binding.id } });
    const [run] = await ended(binding);
    assert.deepEqual([run?.status, run?.attempt], ["failed", 1]);
    assert.match(run?.reason ?? "", /^INPUT_INVALID: .*n/);
  });

  test("four control planes, two of them killed: every occurrence runs exactly once, and in time", async () => {
    await using stack = new AsyncDisposableStack();
    const log = createLog("acceptance", "silent");
    const ports = await freePorts(7);
    const role = (name: string, folder: "control-plane" | "worker", env: Record<string, string>) => {
      const shared = { ...machineSecrets(platform.dataDir, process.env), NODE_ENV: "development", HOST: "127.0.0.1" };
      return stack.use(
        new RoleProcess({
          name,
          program: () => roleProgram(root, folder),
          env: roleEnvironment(folder, { ...shared, PUBLIC_URL: platform.url, ...env }),
          logFile: join(platform.dataDir, "logs", `${name}.log`),
          log,
          startTimeoutMs: 120_000,
        }),
      );
    };
    const replicas = [0, 1, 2].map((at) =>
      role(`control-plane-${at + 2}`, "control-plane", {
        PORT: String(ports[at]),
        INTERNAL_PORT: String(ports[at + 3]),
        DATABASE_URL: platform.databaseUrl,
        DATA_DIR: platform.dataDir,
      }),
    );
    await Promise.all(replicas.map((replica) => replica.start()));
    const balancer = stack.use(await Link.to(...ports.slice(3, 6).map((port) => ({ port }))));
    const worker = role("worker-beside", "worker", {
      PORT: String(ports[6]),
      CONTROL_PLANE_INTERNAL_URL: balancer.url,
      DATA_DIR: join(platform.dataDir, "worker-beside"),
    });
    await worker.start();

    const bindings = await Promise.all(
      Array.from({ length: crons }, (_, n) =>
        client.createCronBinding({
          body: {
            functionId,
            name: `every ${1 + (n % 2)} s, ${n}`,
            schedule: n % 2 === 0 ? "* * * * * *" : "*/2 * * * * *",
            overlap: "allow",
            input: { n },
          },
        }),
      ),
    );
    for (const replica of replicas.slice(0, 2)) {
      await delay(lastsMs / 3);
      process.kill(replica.pid ?? 0, "SIGKILL");
    }
    await delay(lastsMs / 3);
    await Promise.all(
      bindings.map(({ id }) => client.updateCronBinding({ params: { cronBindingId: id }, body: { enabled: false } })),
    );

    const starts = new Map<string, number>();
    let fewest = Number.POSITIVE_INFINITY;
    for (const [n, binding] of bindings.entries()) {
      const runs = await ended(binding);
      const stepMs = n % 2 === 0 ? 1_000 : 2_000;
      const times = runs.map(({ scheduledFor }) => Date.parse(scheduledFor));
      const first = times[0] ?? 0;
      assert.equal(new Date(first).toISOString(), binding.nextRunAt);
      assert.deepEqual(
        times,
        times.map((_, at) => first + at * stepMs),
        `${binding.name}: each occurrence once, none left out`,
      );
      for (const { status, attempt, reason, executionId, scheduledFor } of runs) {
        assert.deepEqual([status, attempt, reason], ["succeeded", 1, null], `${binding.name} at ${scheduledFor}`);
        starts.set(executionId ?? "", Date.parse(scheduledFor));
      }
      fewest = Math.min(fewest, runs.length * stepMs);
    }
    assert.ok(fewest >= lastsMs / 2, `they fired for ${fewest} ms`);

    const executions = await eventually(async () => {
      const found = (await listExecutions()).filter(({ bindingId }) => bindings.some(({ id }) => id === bindingId));
      return found.length >= starts.size ? found : undefined;
    }, 60_000);
    assert.deepEqual(executions.map(({ id }) => id).sort(), [...starts.keys()].sort(), "one execution a run");
    assert.deepEqual([...new Set(executions.map(({ status }) => status))], ["succeeded"]);
    // If there are few runs, the first worker to ask may get them all.
    const ranSome = new Set(executions.map(({ workerId }) => workerId)).size;
    assert.ok(ranSome === 2 || !full, "both workers ran some");
    const delays = executions
      .map(({ id, startedAt }) => Date.parse(startedAt) - (starts.get(id) ?? 0))
      .sort((a, b) => a - b);
    const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
    assert.ok((delays[0] ?? -1) >= 0, "none begins before its time");
    const told = `${delays.length} runs of ${crons} crons: start delay p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
    process.stdout.write(`# ${told}\n`);
    if (full) assert.ok(at(0.99) <= 500, told);
  });

  async function listExecutions(): Promise<ExecutionSummary[]> {
    const items: ExecutionSummary[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { source: "cron" as const, limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await client.listExecutions({ query });
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      cursor = page.nextCursor;
    }
  }
});
