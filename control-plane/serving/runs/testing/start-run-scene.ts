import assert from "node:assert/strict";
import type { HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import type { HeldAttempt, StartedAttempt, StartedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { KeptStep, NewRun, RunWait, StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { ApprovalRequest } from "@ferrule/contract/resources/approval.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { sendHostCalls } from "../../../doors/internal/testing/connect-host-calls.ts";
import type { TestWorker } from "../../../doors/internal/testing/connect-worker.ts";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";
import { createLeasedMetrics } from "../../attempts/leased-metrics.ts";
import { announceRuns, reapRuns } from "../../attempts/reap-runs.ts";
import type { RunRow } from "../queries/runs.ts";
import { endOrphans } from "../end-orphans.ts";

/** A Project with a Function, whose runs a test starts, claims and ends as workers do. */
export interface RunScene extends AsyncDisposable {
  scene: Scene;
  author: Author;
  functionId: string;
  /** A run to start, with some of its fields. */
  of: (over?: Partial<NewRun>) => NewRun;
  start: (...runs: NewRun[]) => Promise<StartedRun[]>;
  claim: (worker: TestWorker, max?: number, holding?: HeldAttempt[]) => Promise<StartedAttempt[]>;
  /** The only attempt that there is to claim. */
  claimOne: (worker: TestWorker) => Promise<StartedAttempt>;
  /** Returns the status of the response. */
  complete: (worker: TestWorker, attempt: StartedAttempt, over?: Partial<StartedCompletion>) => Promise<number>;
  suspend: (worker: TestWorker, attempt: StartedAttempt, ...waits: RunWait[]) => Promise<number>;
  keep: (attempt: StartedAttempt, key: string, over?: Partial<KeptStep>) => Promise<HostCallResult>;
  /** A host call of the group `runs` from an attempt, or another call of its tenant. */
  ask: (name: string, argument: unknown, from?: Partial<StartedAttempt>) => Promise<HostCallResult>;
  row: (id: string) => Promise<RunRow>;
  /** What the scheduler does, now. */
  tick: () => Promise<void>;
  /** Lets this time pass for the control plane, in milliseconds. */
  pass: (ms: number) => void;
  /** Makes the leases of all attempts expire. */
  loseWorkers: () => Promise<void>;
  /** Removes all runs. */
  clear: () => Promise<void>;
}

export const approvalOf = (over: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  title: "Refund 500",
  summary: "",
  details: "{}",
  digest: "0".repeat(64),
  by: { roles: ["owner"], people: [], groups: [], caller: false },
  people: 1,
  notAsker: true,
  expiresSeconds: 3_600,
  ...over,
});

/** A step in which a run asks people. `asked`: one digit stands for what it asks. */
export const questionOf = (over: Partial<ApprovalRequest> = {}, asked = "1"): RunWait & { kind: "approval" } => ({
  kind: "approval",
  key: "ask",
  position: 0,
  approval: approvalOf(over),
  asked: asked.repeat(64),
});

/** A run of a Function to start, with some of its fields. */
export const newRunOf = (functionId: string, over: Partial<NewRun>): NewRun => ({
  id: identifier("run"),
  environment: "development",
  functionId,
  mode: "durable",
  source: "http",
  endpointId: null,
  bindingId: null,
  deploymentId: null,
  tenantId: "default",
  caller: { kind: "anonymous", id: null, name: null },
  requestId: identifier("req"),
  key: null,
  concurrencyKey: null,
  delayMs: 0,
  priority: 0,
  deadlineSeconds: 86_400,
  onRelease: "move",
  concurrency: null,
  rate: null,
  input: '{"orderId":"A-1"}',
  shownInput: '{"orderId":"A-1"}',
  approval: null,
  trace: null,
  ...over,
});

/** What a test does as a worker. */
function workOf({ scene, author, functionId }: Pick<RunScene, "scene" | "author" | "functionId">) {
  const { plane } = scene;
  const of: RunScene["of"] = (over = {}) => newRunOf(functionId, over);
  const start: RunScene["start"] = async (...runs) => {
    const { status, body } = await scene.worker().ask("startRuns", { projectId: author.projectId, runs });
    assert.equal(status, 200, JSON.stringify(body));
    return body["results"] as StartedRun[];
  };
  const claim: RunScene["claim"] = async (worker, max = 100, holding = []) => {
    const { status, body } = await worker.ask("claimRuns", { workerId: worker.id, max, holding });
    assert.equal(status, 200, JSON.stringify(body));
    return body["attempts"] as StartedAttempt[];
  };
  const claimOne: RunScene["claimOne"] = async (worker) => {
    const [attempt, ...others] = await claim(worker);
    assert.ok(attempt, "there is a run to claim");
    assert.deepEqual(others, []);
    return attempt;
  };
  const complete: RunScene["complete"] = async (worker, { runId, attempt, mode }, over = {}) => {
    const told = {
      mode,
      workerId: worker.id,
      attempt,
      end: "succeeded",
      output: null,
      shownOutput: null,
      error: null,
      waits: [],
    };
    return (await worker.ask("completeRun", { ...told, ...over }, runId)).status;
  };
  const suspend: RunScene["suspend"] = (worker, attempt, ...waits) =>
    complete(worker, attempt, { end: "suspended", waits });
  const ask: RunScene["ask"] = async (name, argument, from = {}) => {
    const { environment = "development", tenantId = "default", executionId = identifier("exe") } = from;
    const call = { name: `runs.${name}`, environment, tenantId, functionId, endpointId: null, executionId, argument };
    const token = plane.settings.workerApiTokens[0];
    const [result] = await sendHostCalls(plane.internalUrl, token, { projectId: author.projectId, calls: [call] });
    assert.ok(result);
    return result;
  };
  const keep: RunScene["keep"] = (attempt, key, over = {}) => {
    const step = { key, position: 0, attempts: 1, state: "done", value: '"kept"', shown: '"kept"', durationMs: 1 };
    return ask("keep", { ...step, runId: attempt.runId, attempt: attempt.attempt, ...over }, attempt);
  };
  return { of, start, claim, claimOne, complete, suspend, ask, keep };
}

/** Starts a scene in which only the test does the scheduler's work. */
export async function startRunScene(): Promise<RunScene> {
  let ahead = 0;
  const clock = () => sql<Date>`(select clock_timestamp() + ${ahead} * interval '1 millisecond')`;
  const scene = await startScene({ holdMs: 20 }, clock);
  await restScheduler(scene.app);
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("durable");
  const metrics = createLeasedMetrics(new Registry(), scene.app);
  return {
    scene,
    author,
    functionId,
    ...workOf({
      scene,
      author,
      functionId,
    }),
    row: (id) =>
      scene.query((tx) =>
        tx.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      ) as Promise<RunRow>,
    async tick() {
      await announceRuns(scene.app);
      await reapRuns(scene.app, metrics);
      await endOrphans(scene.app);
    },
    pass(ms) {
      ahead += ms;
    },
    async loseWorkers() {
      await scene.query((tx) =>
        sql`update runs set lease_until = now() - interval '1 second' where status = 'running'`.execute(tx),
      );
    },
    async clear() {
      await scene.query((tx) => sql`delete from runs`.execute(tx));
      await scene.query((tx) => sql`delete from run_events`.execute(tx));
      await scene.query((tx) => sql`delete from run_lanes`.execute(tx));
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}
