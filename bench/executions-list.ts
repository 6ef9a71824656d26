import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import type { Client } from "@ferrule/contract/client.ts";
import { openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { benchIssuer, days, fillExecutions } from "./fill-executions.ts";

/*
 * How long the list of executions takes when there are a million, through the gateway: each filter, on its first page
 * and deep into it, and other reads of them. BENCH_ROWS and BENCH_REQUESTS scale it.
 */
const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const requests = Number(process.env["BENCH_REQUESTS"] ?? 100);
const deepPages = Math.min(100, Math.floor(rows / 400));
const aimMs = 50;

type Query = NonNullable<NonNullable<Parameters<Client["listExecutions"]>[0]>["query"]>;

const workerApiToken = randomBytes(32).toString("base64url");
await using platform = await startTestPlatform({ env: { WORKER_API_TOKEN: workerApiToken } });
const client = await platform.signInAsOwner();
const { id: projectId } = await openProject(client);
const { databaseUrl, internalUrl } = platform;
const { sample, perSecond } = await fillExecutions({ databaseUrl, internalUrl, workerApiToken, projectId, rows });

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
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
  ["functionId and status", { functionId: "fn_0", status: "failed" }],
  ["tenantId, source and environment", { tenantId: "tenant-7", source: "http", environment: "development" }],
];

interface Figures {
  p50: number;
  p95: number;
  /**
   * The p95 of a request that takes the same path but reads no executions, made in turn: the machine's share of the
   * time.
   */
  besideP95: number;
  shown: number;
}

const quantile = (took: readonly number[], share: number) =>
  took.toSorted((one, other) => one - other)[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;

async function timed<T>(ask: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await ask();
  return { ms: performance.now() - began, answer };
}

async function measure(ask: () => Promise<{ items: unknown[] }>): Promise<Figures> {
  const took: number[] = [];
  const beside: number[] = [];
  let shown = 0;
  for (let round = 0; round < requests + 3; round += 1) {
    const { ms, answer } = await timed(ask);
    shown = answer.items.length;
    const other = await timed(() => client.listEnvironments());
    // The first ones open connections and read uncached pages.
    if (round < 3) continue;
    took.push(ms);
    beside.push(other.ms);
  }
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95), besideP95: quantile(beside, 0.95), shown };
}

/** The cursor of a page far down this list: after up to 20,000 calls, or half of those there are. */
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
function row(name: string, { p50, p95, besideP95, shown }: Figures, aim = aimMs): string {
  if (p95 > aim) slow.push(name);
  return `| ${name} | ${shown} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${besideP95.toFixed(1)} |\n`;
}

process.stdout.write(
  `Node ${process.version}, ${rows} executions of ${days} days, ${requests} requests each, one at a time, load average ${loadavg()[0]?.toFixed(1)}\n`,
);
process.stdout.write(`Recorded at ${Math.round(perSecond)} a second, in batches of 500, two at a time\n\n`);
process.stdout.write("| list of 50, by | shown | p50 ms | p95 ms | beside, p95 ms |\n|---|---|---|---|---|\n");
for (const [name, query] of filters) {
  process.stdout.write(row(`${name}: first page`, await measure(() => client.listExecutions({ query }))));
  const cursor = await deepCursor(query);
  if (cursor === null) continue;
  const deep = await measure(() => client.listExecutions({ query: { ...query, cursor } }));
  process.stdout.write(row(`${name}: deep page`, deep));
}
process.stdout.write("\n| what else reads them | shown | p50 ms | p95 ms | beside, p95 ms |\n|---|---|---|---|---|\n");
for (const window of ["1h", "24h", "7d"] as const) {
  const query = { window, environment: "production" as const };
  const ask = async () => ({ items: (await client.getDashboard({ query })).series });
  process.stdout.write(row(`dashboard of ${window}`, await measure(ask), 200));
}
const others: [string, () => Promise<{ items: unknown[] }>][] = [
  ["groups of failures, of seven days", () => client.listExecutionGroups()],
  ["search for a request id", () => client.search({ query: { q: sample.requestId } })],
];
for (const [name, ask] of others) process.stdout.write(row(name, await measure(ask), 1_000));
if (slow.length > 0 && rows >= 1_000_000) {
  process.stdout.write(`\nSlower than meant: ${slow.join("; ")}\n`);
  process.exitCode = 1;
}
