import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { Client as Database } from "pg";
import { copyExecutionsToDays } from "./executions/copy-executions.ts";
import { benchIssuer, deploymentOf, generator, rareText, recordAt } from "./executions/execution-records.ts";
import { addPartitions, fillExecutions, report, usualDays } from "./executions/fill-executions.ts";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { quantile } from "./measuring/quantile.ts";
import { processesOf } from "./measuring/role-processes.ts";

/*
 * The duration of the list of executions with a million rows, through the gateway: each filter, on its first page and
 * deep into it, and other reads, at rest and while calls are recorded. BENCH_ROWS, BENCH_DAYS and BENCH_REQUESTS scale
 * it. It reports up to BENCH_REPORTED of them as workers do; for more, it reports those of one day and copies them to
 * the others. BENCH_SLIM=1 leaves inputs and outputs out of copies. Copying stops after BENCH_MINUTES, or when the disk
 * is fuller than BENCH_FULLEST.
 */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const rows = setting("BENCH_ROWS", 1_000_000);
const days = setting("BENCH_DAYS", usualDays);
const requests = setting("BENCH_REQUESTS", 100);
const mostReported = setting("BENCH_REPORTED", 1_000_000);
/** Calls recorded per second while we measure lists. */
const writtenPerSecond = setting("BENCH_WRITTEN", 1_000);
const deepPages = Math.min(100, Math.floor(rows / 400));
const aimMs = 50;
/** Of a search that reads as much as one may. */
const searchAimMs = 200;
const dayMs = 86_400_000;

const workerApiToken = randomBytes(32).toString("base64url");
await using platform = await startTestPlatform({
  env: {
    WORKER_API_TOKEN: workerApiToken,
    LOG_LEVEL: "warn",
    EXECUTION_RETENTION_DAYS: String(days + 30),
    EXECUTION_RETENTION_MB: "1000000",
  },
});
const client = await platform.signInAsOwner();
const { id: projectId } = await openProject(client);
const { databaseUrl, internalUrl } = platform;
const reporting = { internalUrl, workerApiToken };

/** A small day's calls all fall into one hour, so that batches are as full as in a busy hour. */
const spanOfDay = (calls: number) => Math.min(dayMs, calls * 1_200);

async function fill() {
  const reported = { databaseUrl, projectId, ...reporting };
  if (rows <= mostReported) {
    const { sample, perSecond } = await fillExecutions({ ...reported, rows, spanMs: days * dayMs });
    return {
      sample,
      all: rows,
      how: `recorded at ${Math.round(perSecond)} a second, in batches of 500, two at a time`,
    };
  }
  const copiesADay = Math.ceil(rows / days / 100_000);
  const ofDay = Math.round(rows / days / copiesADay);
  const { sample } = await fillExecutions({ ...reported, rows: ofDay, spanMs: spanOfDay(ofDay) });
  const { copies, seconds } = await copyExecutionsToDays({
    databaseUrl,
    days,
    copiesADay,
    slim: process.env["BENCH_SLIM"] === "1",
    minutes: setting("BENCH_MINUTES", 30),
    fullest: setting("BENCH_FULLEST", 0.75),
  });
  const all = ofDay * (copies + 1);
  return { sample, all, how: `${ofDay} recorded and ${copies} times copied in ${Math.round(seconds)} s` };
}

/** The contents of the database, and its size. */
async function sizes(): Promise<string> {
  const database = new Database({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query("checkpoint").catch(() => undefined);
    const { rows: found } = await database.query<Record<string, string>>(`select
      (select count(*) from pg_inherits where inhparent = 'executions'::regclass) as partitions,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'executions'::regclass) as executions,
      pg_total_relation_size('execution_batches') as batches, pg_total_relation_size('execution_facets') as entries,
      (select reltuples from pg_class where oid = 'execution_batches'::regclass) as batch_count,
      (select reltuples from pg_class where oid = 'execution_facets'::regclass) as entry_count,
      version() as version`);
    const { partitions, executions, batches, entries, batch_count, entry_count, version } = found[0]!;
    const gb = (bytes: string | undefined) => `${(Number(bytes) / 1e9).toFixed(2)} GB`;
    return (
      `${partitions} partitions of ${gb(executions)}, ${batch_count} batches of ${gb(batches)}, ` +
      `${entry_count} entries of ${gb(entries)}; ${version?.split(" ").slice(0, 2).join(" ")}`
    );
  } finally {
    await database.end();
  }
}

await addPartitions(databaseUrl, days);
const { sample, all, how } = await fill();

type Query = NonNullable<NonNullable<Parameters<Client["listExecutions"]>[0]>["query"]>;

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString();
const [mostFrequent] = (
  await client.listExecutionGroups({ query: { limit: 200, environment: "production" } })
).items.sort((one, other) => other.count - one.count);
const filters: [string, Query][] = [
  ["none", {}],
  ["endpointId", { endpointId: "ep_1" }],
  ["functionId, often called", { functionId: "fn_0" }],
  ["functionId, seldom called", { functionId: "fn_19" }],
  ["status succeeded (95 %)", { status: "succeeded" }],
  ["status failed (3 %)", { status: "failed" }],
  ["status cancelled (0.03 %)", { status: "cancelled" }],
  ["requestId", { requestId: sample.requestId }],
  ["tenantId default (60 %)", { tenantId: "default" }],
  ["tenantId of a small tenant", { tenantId: "tenant-399" }],
  ["tenantId of nobody", { tenantId: "nobody" }],
  ["caller who calls most (8 %)", { caller: `${benchIssuer} caller-0` }],
  ["caller who calls seldom (0.02 %)", { caller: `${benchIssuer} caller-1999` }],
  ["caller and status", { caller: `${benchIssuer} caller-3`, status: "failed" }],
  ["source mcp (70 %)", { source: "mcp" }],
  ["source cron (0.05 %)", { source: "cron" }],
  ["source test (none)", { source: "test" }],
  ["environment development (20 %)", { environment: "development" }],
  ["from and to, a day in the middle", { from: at(days / 2), to: at(days / 2 - 1) }],
  ["from an hour ago, the hour being written", { from: at(1 / 24) }],
  ["the same, of a rare status", { from: at(1 / 24), status: "cancelled" }],
  ["functionId and status", { functionId: "fn_0", status: "failed" }],
  ["deploymentId", { deploymentId: deploymentOf(at(0)) }],
  ["bindingId of a tool, often called", { bindingId: "mcb_0" }],
  ["bindingId of a route, seldom called", { bindingId: "htb_19" }],
  ["httpStatus 404 (0.3 %)", { httpStatus: "404" }],
  ["httpStatus 5xx (1.2 %)", { httpStatus: "5xx" }],
  ["errorId, most frequent", { errorId: mostFrequent?.id ?? "" }],
  ["tenantId, source and environment", { tenantId: "tenant-7", source: "http", environment: "development" }],
];
/** These compare calls, or go through batches without a wanted call: a bounded number of them for a page. */
const searches: [string, Query][] = [
  ["error, a text of all failures", { error: "failed." }],
  ["error, a text of every thousandth failure", { error: rareText }],
  ["error, a text of none", { error: "nothing like it" }],
  ["error, a text of none, and functionId", { error: "nothing like it", functionId: "fn_19" }],
  ["minDurationMs 880 (0.5 %)", { minDurationMs: "880" }],
  ["maxDurationMs 1 (none)", { maxDurationMs: "1" }],
  ["functionId and a route of another (none)", { functionId: "fn_0", bindingId: "htb_1" }],
  ["functionId, tenantId and status", { functionId: "fn_2", tenantId: "tenant-1", status: "failed" }],
  ["of six days, the slowest first", { sort: "-durationMs", from: at(6) }],
  ["of six days, the quickest first", { sort: "durationMs", from: at(6) }],
  ["of six days, the slowest that failed", { sort: "-durationMs", from: at(6), status: "failed" }],
  ["of six days, the slowest of a rare status", { sort: "-durationMs", from: at(6), status: "cancelled" }],
  ["of six days, the slowest by a text of none", { sort: "-durationMs", from: at(6), error: "nothing like it" }],
];

interface Figures {
  p50: number;
  p95: number;
  /** The same while calls are recorded. */
  p95Written: number;
  /**
   * The p95 of requests right afterwards that take the same path but read no executions: the machine's share of the
   * time.
   */
  besideP95: number;
  /** PostgreSQL's CPU time for one, in milliseconds. */
  databaseMs: number;
  shown: number;
}

async function timed<T>(ask: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await ask();
  return { ms: performance.now() - began, answer };
}

/** The first ones open connections and read uncached pages. */
const warmUp = 3;

/** Records calls with the current time until the signal aborts. */
async function write(signal: AbortSignal): Promise<void> {
  const random = generator(2);
  const atOnce = Math.ceil(writtenPerSecond / 10);
  while (!signal.aborted) {
    const next = delay(100, undefined, { signal }).catch(() => undefined);
    const now = new Date().toISOString();
    await report(
      reporting,
      Array.from({ length: atOnce }, () => recordAt(projectId, now, random)),
    );
    await next;
  }
}

/** How long each took while calls were recorded. */
async function timesWhileWriting(ask: () => Promise<unknown>): Promise<number[]> {
  const over = new AbortController();
  const measured = times(ask).finally(() => over.abort());
  const [took] = await Promise.all([measured, write(over.signal)]);
  return took;
}

const databaseTime = () => {
  const { userMs, systemMs } = cpuTimeOf(processesOf(platform).get("PostgreSQL") ?? []);
  return userMs + systemMs;
};

async function times(ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < requests; n += 1) took.push((await timed(ask)).ms);
  return took;
}

async function measure(ask: () => Promise<{ items: unknown[] }>): Promise<Figures> {
  let shown = 0;
  for (let n = 0; n < warmUp; n += 1) shown = (await ask()).items.length;
  const before = databaseTime();
  const took = await times(ask);
  const databaseMs = (databaseTime() - before) / requests;
  const beside = await times(() => client.listEnvironments());
  const tookWritten = await timesWhileWriting(ask);
  return {
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    p95Written: quantile(tookWritten, 0.95),
    besideP95: quantile(beside, 0.95),
    databaseMs,
    shown,
  };
}

/** The cursor of a page far down this list: after up to 20,000 calls, or half of the list. */
async function deepCursor(query: Query): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < deepPages; page += 1) {
    const { nextCursor }: { nextCursor: string | null } = await client.listExecutions({
      query: { ...query, limit: 200, ...(cursor === null ? {} : { cursor }) },
    });
    if (nextCursor === null) return cursor;
    cursor = nextCursor;
  }
  return cursor;
}

const slow: string[] = [];
function row(name: string, figures: Figures, aim = aimMs): string {
  const { p50, p95, p95Written, besideP95, databaseMs, shown } = figures;
  if (p95 > aim) slow.push(name);
  const cells = [p50, p95, p95Written, besideP95, databaseMs].map((ms) => ms.toFixed(1));
  return `| ${name} | ${shown} | ${cells.join(" | ")} |\n`;
}
const columns =
  `| shown | p50 ms | p95 ms | p95 ms while ${writtenPerSecond} a second are recorded | beside, p95 ms | PostgreSQL's processor, ms |\n` +
  "|---|---|---|---|---|---|---|\n";

process.stdout.write(
  `Node ${process.version}, ${all} executions of ${days} days, ${requests} requests each, one at a time, load average ${loadavg()[0]?.toFixed(1)}\n` +
    `${how}: ${await sizes()}\n\n| list of 50, by ${columns}`,
);
async function list(name: string, query: Query, aim?: number): Promise<void> {
  process.stdout.write(row(`${name}: first page`, await measure(() => client.listExecutions({ query })), aim));
  const cursor = await deepCursor(query);
  if (cursor === null) return;
  const deep = await measure(() => client.listExecutions({ query: { ...query, cursor } }));
  process.stdout.write(row(`${name}: deep page`, deep, aim));
}
for (const [name, query] of filters) await list(name, query);
process.stdout.write(`\n| search of 50, by ${columns}`);
for (const [name, query] of searches) await list(name, query, searchAimMs);
process.stdout.write(`\n| what else reads them ${columns}`);
for (const window of ["1h", "24h", "7d"] as const) {
  const query = { window, environment: "production" as const };
  const ask = async () => ({ items: (await client.getDashboard({ query })).series });
  process.stdout.write(row(`dashboard of ${window}`, await measure(ask), 200));
  const compared = { ...query, compare: "before" as const };
  const traffic = async () => ({ items: (await client.getTraffic({ query: compared })).series });
  process.stdout.write(row(`traffic of ${window}, and of the time before`, await measure(traffic), 200));
}
const others: [string, () => Promise<{ items: unknown[] }>][] = [
  [
    "one execution, by its id",
    async () => ({ items: [await client.getExecution({ params: { executionId: sample.id } })] }),
  ],
  ["groups of failures, of seven days", () => client.listExecutionGroups()],
  [
    "one group of failures, of seven days",
    async () => ({ items: [await client.getExecutionGroup({ params: { groupId: mostFrequent?.id ?? "" } })] }),
  ],
  [
    "the number of a failure's text, counted",
    async () => ({ items: [await client.countExecutions({ query: { error: "failed." } })] }),
  ],
  ["search for a request id", () => client.search({ query: { q: sample.requestId } })],
];
for (const [name, ask] of others) process.stdout.write(row(name, await measure(ask), 1_000));
if (slow.length > 0 && rows >= 1_000_000) {
  process.stdout.write(`\nSlower than meant: ${slow.join("; ")}\n`);
  process.exitCode = 1;
}
