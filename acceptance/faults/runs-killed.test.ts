import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startTestPostgres, type TestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { findPostgres } from "../databases/find-postgres.ts";
import { startKeptPostgres } from "../databases/kept-postgres.ts";
import { breakagesOf } from "./breakages.ts";
import type { Effect } from "./run-effects.ts";
import { openEffects, openRunLoad, type RunLoad, type RunOutcome } from "./run-load.ts";
import { startTopology, type Topology } from "./topology.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const minutes = full ? Number(process.env["FERRULE_SOAK_MINUTES"] ?? 20) : 0.25;
const count = full ? Math.ceil(minutes * 50) : 32;
const everyMs = full ? 15_000 : 3_000;
/** A process is away for longer than a lease lasts: its runs go on elsewhere, and it comes back to them. */
const env = { RUN_LEASE_MS: "2500" };
const forMs = full ? 6_000 : 4_000;
/** The short form takes the faults that concern runs most. */
const short = /^(?:worker killed|control plane killed|worker stopped|workers to control plane cut|a worker to)/;

type Run = RunOutcome["runs"][number];
const stepsOf = (run: Run) => run.timeline.filter(({ kind }) => kind === "step");
const outputOf = (run: Run) => JSON.parse(run.shownOutput ?? "null") as { n: number; approved?: boolean } | null;

/** The steps and waits of a run of the load, in the order in which they are declared. */
function declared(n: number, approved: boolean): string[] {
  const asks = n % 2 === 0;
  return [
    "first",
    "pause",
    "left",
    "right",
    ...(asks ? ["may"] : []),
    ...(asks && approved ? ["spend"] : []),
    ...(n % 4 === 1 ? ["start:part", "the part"] : []),
    ...(approved ? ["rest", "last"] : []),
  ];
}

describe("runs while workers and control planes are killed, stopped and cut", { concurrency: false }, () => {
  const stack = new AsyncDisposableStack();
  let topology: Topology;
  let postgres: TestPostgres | undefined;
  let load: RunLoad;
  let outcome: RunOutcome;
  let effectsOf: Map<string, Effect[]>;
  let parents: Run[];

  before(async () => {
    const binaries = full ? findPostgres() : undefined;
    if (binaries !== undefined) postgres = stack.use(await startKeptPostgres(binaries));
    else if (full) postgres = stack.use(await startTestPostgres({ synchronous_commit: "on" }));
    const effects = stack.use(await openEffects());
    const allowed = { ...env, EGRESS_ALLOW_PRIVATE: effects.address };
    topology = stack.use(
      await startTopology({ workers: 3, env: allowed, ...(postgres === undefined ? {} : { postgres }) }),
    );
    load = stack.use(await openRunLoad(topology, effects));
  });
  after(() => stack.disposeAsync());

  test("each accepted run ends once, and succeeds", async (t) => {
    const all = breakagesOf(topology, { forMs, databaseAdminUrl: postgres?.adminUrl ?? "" });
    const breakages = full ? all : all.filter(({ name }) => short.test(name));
    const until = performance.now() + minutes * 60_000;
    const starting = load.start(count, (minutes * 60_000 * 0.8) / count);
    for (let at = 0; performance.now() < until; at += 1) {
      const began = performance.now();
      const breakage = breakages[at % breakages.length]!;
      t.diagnostic(breakage.name);
      await breakage.run();
      await delay(Math.max(0, began + everyMs - performance.now()));
    }
    await topology.mend();
    await starting;
    outcome = await load.outcome(120_000);
    effectsOf = Map.groupBy(outcome.effects, ({ run }) => run);
    parents = outcome.runs.filter(({ parentId }) => parentId === null);
    assert.deepEqual(
      outcome.runs.filter(({ status }) => status !== "succeeded").map(({ id, status, error }) => [id, status, error]),
      [],
    );
    assert.equal(outcome.accepted.size, count);
    const ids = (of: Iterable<string>) => [...of].toSorted();
    assert.deepEqual(ids(parents.map(({ id }) => id)), ids(outcome.accepted.values()), "no run is lost or doubled");
    for (const [n, id] of outcome.accepted) assert.equal(outputOf(parents.find((run) => run.id === id)!)?.n, n);
    const attempts = outcome.runs.flatMap((run) => run.attempts);
    // Two attempts may have come to their end, where the first one's report was lost: the run has one of them.
    const after = ({ finishedAt, attempts: its }: Run) =>
      its.some(({ startedAt }) => Date.parse(startedAt) > Date.parse(finishedAt ?? ""));
    assert.deepEqual(outcome.runs.filter(after), [], "nothing of a run begins after its end");
    t.diagnostic(`${outcome.runs.length} runs, ${attempts.length} attempts, ${outcome.effects.length} effects`);
  });

  test("a step whose result is stored does not run again, and the stored result is one that it had", (t) => {
    let late = 0;
    for (const run of outcome.runs)
      for (const step of stepsOf(run)) {
        const effects = (effectsOf.get(run.id) ?? []).filter((one) => one.step === step.key);
        const stored = effects.find(({ serial }) => serial === Number(step.shown));
        assert.ok(stored !== undefined, `${run.id} ${step.key}: ${step.shown}`);
        const again = effects.filter(({ attempt }) => attempt > stored.attempt);
        assert.deepEqual(again, [], `${run.id} ${step.key} was stored in attempt ${stored.attempt}`);
        const inAttempt = effects.filter(({ attempt }) => attempt === stored.attempt);
        assert.equal(inAttempt.length, 1, `${run.id} ${step.key} in one attempt`);
        late += effects.filter(({ serial }) => serial > stored.serial).length;
      }
    t.diagnostic(`${late} effects of attempts that were no longer the run's`);
  });

  test("a step that was interrupted ran once more", (t) => {
    let interrupted = 0;
    for (const run of outcome.runs) {
      const results = new Map(stepsOf(run).map(({ key, shown }) => [key, Number(shown)]));
      for (const { step, serial, attempt } of effectsOf.get(run.id) ?? []) {
        const result = results.get(step);
        assert.ok(result !== undefined, `${run.id} ${step} has no result`);
        if (serial >= result) continue;
        interrupted += 1;
        const stored = effectsOf.get(run.id)?.find((one) => one.serial === result);
        assert.ok(stored !== undefined && stored.attempt > attempt, `${run.id} ${step}`);
      }
    }
    t.diagnostic(`${interrupted} steps were interrupted`);
    if (full) assert.ok(interrupted > 0);
  });

  test("steps are in the order in which the Function declares them", () => {
    for (const run of parents) {
      const { n, approved = true } = outputOf(run)!;
      const order = run.timeline.map(({ key, state }) => [key, state]);
      assert.deepEqual(
        order,
        declared(n, approved).map((key) => [key, "done"]),
        run.id,
      );
      const results = new Map(stepsOf(run).map(({ key, shown }) => [key, Number(shown)]));
      const last = results.get("last") ?? Infinity;
      const spent = results.get("spend") ?? last;
      const both = Math.max(results.get("left")!, results.get("right")!);
      assert.ok(results.get("first")! < both && both < spent && spent <= last, run.id);
      // Nothing of a later step happens before the result of an earlier one is stored.
      const firstOf = (step: string) => effectsOf.get(run.id)?.find((one) => one.step === step)?.serial ?? Infinity;
      assert.ok(Math.max(both, spent === last ? 0 : spent) < firstOf("last"), run.id);
    }
  });

  test("each approval counts once, and no child is started twice", () => {
    const { approvals, decided, runs } = outcome;
    assert.equal(approvals.length, parents.filter((run) => outputOf(run)!.n % 2 === 0).length);
    for (const { id, runId, status, decisions } of approvals) {
      assert.ok((decided.get(id) ?? []).length <= 1, `${id} was decided twice`);
      assert.equal(decisions.length, 1, id);
      assert.equal(decisions[0]?.decision, status, id);
      const output = outputOf(parents.find((run) => run.id === runId)!);
      assert.equal(output?.approved, status === "approved", id);
      const spent = effectsOf.get(runId)?.some(({ step }) => step === "spend") ?? false;
      assert.equal(spent, status === "approved", id);
    }
    const children = runs.filter(({ parentId }) => parentId !== null);
    const starters = parents.filter((run) => outputOf(run)!.n % 4 === 1);
    assert.deepEqual(new Set(children.map(({ parentId }) => parentId)), new Set(starters.map(({ id }) => id)));
  });
});
