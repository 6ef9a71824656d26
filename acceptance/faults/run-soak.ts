import { setTimeout as delay } from "node:timers/promises";
import { findRedisServer, startTestRedis } from "@ferrule/control-plane/data/cache/testing/redis-server.ts";
import { startTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { findPostgres } from "../databases/find-postgres.ts";
import { startKeptPostgres } from "../databases/kept-postgres.ts";
import { deploy } from "../deploy.ts";
import { breakagesOf, type Breakage } from "./breakages.ts";
import { startChanges } from "./changes.ts";
import { openFaultProject, type FaultProject } from "./project.ts";
import { openTicks } from "./ticks.ts";
import { startTopology } from "./topology.ts";
import { describeFailures, Traffic, type Call } from "./traffic.ts";

export interface SoakOptions {
  minutes: number;
  /** The time from the start of one fault to the next. */
  everyMs: number;
  say: (line: string) => void;
}

/** The results of a soak. All except the counts of work should be empty or 0. */
export interface SoakFigures {
  faults: number;
  calls: number;
  changes: number;
  cronRuns: number;
  changesLost: string[];
  executionsMissing: string[];
  cronsTwice: string[];
  /** Failed calls that overlapped with a fault. */
  failedInside: Call[];
  failedOutside: Call[];
  /** For calls that began after a fault had ended: how long after it they still failed, and which fault it was. */
  longestRecovery: { ms: number; fault: string };
  /** The same for calls that need the control plane and the database. */
  longestManagement: { ms: number; fault: string };
  /** The broken promises of docs/operating.md. */
  broken: string[];
}

/** Killing takes a moment, and so does noticing it. */
const slackMs = 250;
const recoveryMs = 2_000;

interface Fault extends Breakage {
  began: number;
  ended: number;
}

/** The load: calls that need only workers, and calls that also need the control plane and the database. */
function startLoad(project: FaultProject) {
  const call = (route: Parameters<FaultProject["call"]>[0]) => (requestId: string) => project.call(route, requestId);
  const manage = async () => {
    await project.client.getMe({ signal: AbortSignal.timeout(5_000) });
    return 200;
  };
  return {
    alone: [
      new Traffic({ call: call("echo"), loops: 4, betweenMs: 30 }),
      new Traffic({ call: call("wait"), loops: 1, betweenMs: 30 }),
      new Traffic({ call: call("count"), loops: 1, betweenMs: 30 }),
    ],
    withDatabase: [
      new Traffic({ call: call("save"), loops: 1, betweenMs: 50 }),
      new Traffic({ call: call("remember"), loops: 1, betweenMs: 50 }),
    ],
    management: new Traffic({ call: manage, loops: 1, betweenMs: 100 }),
  };
}

const isInside = ({ began, ended }: Call, fault: Fault) => began <= fault.ended + slackMs && ended >= fault.began;

/** Breaks one thing after another until the time is over. */
async function breakThings(all: readonly Breakage[], until: number, options: SoakOptions): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let at = 0; performance.now() < until; at += 1) {
    const breakage = all[at % all.length]!;
    const began = performance.now();
    await breakage.run();
    faults.push({ ...breakage, began, ended: performance.now() });
    await delay(Math.max(0, began + options.everyMs - performance.now()));
  }
  return faults;
}

function longest(faults: readonly Fault[], traffics: readonly Traffic[]): SoakFigures["longestRecovery"] {
  const found = { ms: 0, fault: "none" };
  for (const [at, { name, ended }] of faults.entries()) {
    const until = faults[at + 1]?.began ?? Infinity;
    const ms = Math.max(...traffics.map((traffic) => traffic.recovery(ended, until)));
    if (ms > found.ms) Object.assign(found, { ms, fault: name });
  }
  return found;
}

function promisesBroken(figures: Omit<SoakFigures, "broken">): string[] {
  const { changesLost, executionsMissing, cronsTwice, failedOutside, longestRecovery, longestManagement } = figures;
  return [
    changesLost.length > 0 && "an acknowledged change is lost",
    executionsMissing.length > 0 && "an execution of an answered call is missing",
    cronsTwice.length > 0 && "an occurrence of a cron ran twice",
    failedOutside.length > 0 && "a call failed that was not in what was killed, stopped or cut",
    longestRecovery.ms > recoveryMs && "calls took too long to recover",
    longestManagement.ms > 2 * recoveryMs && "the control plane took too long to recover",
  ].filter((said) => said !== false);
}

/** Runs the load on a separate topology while one thing after another breaks, and counts the results. */
export async function runSoak(options: SoakOptions): Promise<SoakFigures> {
  const { minutes, everyMs, say } = options;
  await using stack = new AsyncDisposableStack();
  const binaries = findPostgres();
  if (binaries === undefined) say("The distribution's PostgreSQL is not here: the database is the embedded one.");
  const postgres = stack.use(
    binaries === undefined ? await startTestPostgres({ synchronous_commit: "on" }) : await startKeptPostgres(binaries),
  );
  const program = findRedisServer();
  if (program === undefined) say("Neither valkey-server nor redis-server is here: the cache is in the database.");
  const redis = program === undefined ? undefined : stack.use(await startTestRedis(program));
  const ticks = stack.use(await openTicks());
  const topology = stack.use(
    await startTopology({
      workers: 3,
      postgres,
      env: { EGRESS_ALLOW_PRIVATE: ticks.address },
      ...(redis === undefined ? {} : { redisUrl: redis.url }),
    }),
  );
  const project = await openFaultProject(topology);
  const { client } = project;
  const endTicks = await ticks.start(client, 3);
  await deploy(client);
  const all = breakagesOf(topology, { forMs: Math.min(5_000, everyMs / 3), databaseAdminUrl: postgres.adminUrl });
  say(`${minutes} minutes: ${all.length} kinds of faults, one each ${everyMs / 1_000} s`);

  const load = startLoad(project);
  const changes = startChanges(client);
  const faults = await breakThings(all, performance.now() + minutes * 60_000, options);
  const traffics = [...load.alone, ...load.withDatabase];
  await Promise.all([...traffics, load.management].map((traffic) => traffic.stop()));
  await topology.mend();
  await changes.stop();
  await endTicks();

  for (const [at, fault] of faults.entries()) {
    const until = faults[at + 1]?.began ?? Infinity;
    const of = (list: readonly Traffic[]) =>
      Math.round(Math.max(...list.map((one) => one.recovery(fault.ended, until))));
    const failed = load.alone.flatMap((one) => one.failed.filter((call) => isInside(call, fault)));
    const said = failed.length === 0 ? "none" : describeFailures(failed);
    say(
      `${fault.name}: recovered after ${of(load.alone)} ms, with the database ${of([...load.withDatabase, load.management])} ms; failed: ${said}`,
    );
  }
  const answered = traffics.flatMap((traffic) => traffic.answered.map(({ requestId }) => requestId));
  await project.untilRecorded(answered, 120_000).catch(() => undefined);
  const counts = await project.recorded();
  const saved = await project.saved();
  const lostSaves = load.withDatabase[0]!.answered.filter(({ requestId }) => !saved.has(requestId));
  const failed = load.alone.flatMap((traffic) => traffic.failed);
  const found = {
    faults: faults.length,
    calls: traffics.reduce((sum, traffic) => sum + traffic.calls.length, 0),
    changes: changes.acknowledged() + saved.size,
    cronRuns: ticks.runs(),
    changesLost: [...(await changes.lost()), ...lostSaves.map(({ requestId }) => `record ${requestId}`)],
    executionsMissing: answered.filter((id) => !counts.has(id)),
    cronsTwice: await ticks.twice(client),
    failedInside: failed.filter((call) => faults.some((fault) => isInside(call, fault))),
    failedOutside: failed.filter((call) => !faults.some((fault) => isInside(call, fault))),
    longestRecovery: longest(faults, load.alone),
    longestManagement: longest(faults, [...load.withDatabase, load.management]),
  };
  return { ...found, broken: promisesBroken(found) };
}

const some = (list: readonly string[]) => (list.length === 0 ? "0" : `${list.length} (${list.slice(0, 5).join("; ")})`);

/** The figures as lines of text. */
export function describeFigures(figures: SoakFigures): string {
  const { longestRecovery, longestManagement } = figures;
  return [
    `${figures.faults} faults, ${figures.calls} calls, ${figures.changes} acknowledged changes, ${figures.cronRuns} runs of crons`,
    `acknowledged changes lost: ${some(figures.changesLost)}`,
    `executions of answered calls missing: ${some(figures.executionsMissing)}`,
    `occurrences of crons that ran twice: ${some(figures.cronsTwice)}`,
    `failed calls in what was killed, stopped or cut: ${figures.failedInside.length} ${describeFailures(figures.failedInside)}`,
    `failed calls outside of it: ${figures.failedOutside.length} ${describeFailures(figures.failedOutside)}`,
    `longest recovery of calls: ${Math.round(longestRecovery.ms)} ms (${longestRecovery.fault})`,
    `longest recovery of what needs the database: ${Math.round(longestManagement.ms)} ms (${longestManagement.fault})`,
    figures.broken.length === 0 ? "every promise held" : `BROKEN: ${figures.broken.join("; ")}`,
  ].join("\n");
}
