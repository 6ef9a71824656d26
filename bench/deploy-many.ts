import assert from "node:assert/strict";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { cpuMs as ownCpuMs, cpuTimeOf, processTree } from "./measuring/process-figures.ts";
import { processesOf, roleNames } from "./measuring/role-processes.ts";

/*
 * The duration of a deployment when one Function of two thousand has changed: from the request to `completed` in the
 * list, and to the new Function's first response through the gateway. Also the duration of its release, and the CPU
 * time of each. BENCH_FUNCTIONS and BENCH_ROUNDS scale it.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 2_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 10);
const toolsPerEndpoint = 50;
const aimsMs = { first: 15_000, changed: 1_500, release: 500 };

/** A typical Function of about 2 KB: typed, documented, with some code in it. */
const source = (number: number, version: number) => `import type { Context } from "ferrule";

/** A line of an order as the shop sends it. */
interface OrderLine {
  /** The article's number. */
  sku: string;
  /** @minimum 1 */
  quantity: number;
  unitPriceCents: number;
  discount?: { kind: "percent" | "fixed"; value: number };
}

interface Input {
  orderId: string;
  customer: { id: string; country: "DE" | "FR" | "IT" | "ES"; tags: string[] };
  lines: OrderLine[];
}

interface Totals {
  orderId: string;
  version: number;
  netCents: number;
  taxCents: number;
  lines: { sku: string; netCents: number }[];
}

const rates: Record<Input["customer"]["country"], number> = { DE: 19, FR: 20, IT: 22, ES: 21 };

function netOf({ quantity, unitPriceCents, discount }: OrderLine): number {
  const gross = quantity * unitPriceCents;
  if (discount === undefined) return gross;
  return discount.kind === "percent" ? Math.round(gross * (1 - discount.value / 100)) : Math.max(0, gross - discount.value);
}

/** Adds up order ${number}: net, tax by the customer's country, and each line by itself. */
export default async function totalsOfOrder${number}(input: Input, ctx: Context): Promise<Totals> {
  const lines = input.lines.map((line) => ({ sku: line.sku, netCents: netOf(line) }));
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0);
  const taxCents = Math.round((netCents * rates[input.customer.country]) / 100);
  ctx.log.info("added up", { orderId: input.orderId, lines: lines.length });
  return { orderId: input.orderId, version: ${version}, netCents, taxCents, lines };
}
`;

const numbered = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Runs `act` for each item, eight at once. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

/** Resolves when the deployment has ended, polling the list as a client does, every `pollMs`. */
async function deployAndWait(
  client: Client,
  pollMs: number,
): Promise<{ id: string; completedMs: number; startedMs: number }> {
  const began = performance.now();
  const { id } = await client.createDeployment({ body: {} });
  const startedMs = performance.now() - began;
  for (;;) {
    const { items } = await client.listDeployments({ query: { limit: 1 } });
    const [newest] = items;
    if (newest?.id === id && newest.status === "completed")
      return { id, completedMs: performance.now() - began, startedMs };
    assert.ok(newest?.status !== "failed", JSON.stringify(newest?.error));
    await delay(pollMs);
  }
}

await using platform = await startTestPlatform();
const client = await platform.signInAsOwner();
const project = await openProject(client);
const ids: string[] = [];
await each(numbered(functions), async (number) => {
  ids[number] = (await client.createFunction({ body: { slug: `f${number}`, source: source(number, 0) } })).id;
});
const endpoints: { id: string; slug: string }[] = [];
for (const number of numbered(Math.ceil(functions / toolsPerEndpoint))) {
  endpoints.push(await createEndpoint(client, "mcp", `tools-${number}`));
}
await each(numbered(functions), async (number) => {
  const endpointId = endpoints[Math.floor(number / toolsPerEndpoint)]?.id ?? "";
  const body = { functionId: ids[number] ?? "", toolName: `f${number}`, description: `Adds up order ${number}.` };
  await client.createMcpBinding({ params: { endpointId }, body });
});
const [endpoint] = endpoints;
assert.ok(endpoint);
const key = await issueKey(client, endpoint.id);

async function servedVersion(): Promise<number | undefined> {
  const answer = await fetch(`${platform.url}/mcp/development/${project.slug}/${endpoint?.slug}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "x-api-key": key },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "f0",
        arguments: {
          orderId: "o-1",
          customer: { id: "c-1", country: "DE", tags: [] },
          lines: [{ sku: "a", quantity: 2, unitPriceCents: 300 }],
        },
      },
    }),
  });
  const { result } = (await answer.json()) as { result?: { content: { text: string }[] } };
  const text = result?.content[0]?.text;
  return text === undefined ? undefined : (JSON.parse(text) as { version: number }).version;
}

/** CPU seconds of this process, which is the client, and of all roles and the database. */
const cpuSeconds = () => {
  const { userMs, systemMs } = cpuTimeOf(processTree(process.pid));
  return (userMs + systemMs) / 1_000;
};

/** CPU milliseconds so far of each role, in the order of `roleNames`. Builders that have ended count as builders. */
const cpuMsByRole = () => {
  const pids = processesOf(platform);
  const own = ownCpuMs(pids.get("worker") ?? []);
  return roleNames.map((name) => {
    const among = name === "executors" ? [...(pids.get(name) ?? []), ...(pids.get("worker") ?? [])] : pids.get(name);
    const { userMs, systemMs } = cpuTimeOf(among ?? []);
    return name === "worker" ? own : userMs + systemMs - (name === "executors" ? own : 0);
  });
};
const used = (from: readonly number[], to: readonly number[]) => to.map((ms, at) => ms - (from[at] ?? 0));

const firstCpu = cpuSeconds();
const firstFrom = cpuMsByRole();
// It runs for minutes: more requests a second would be part of the measurement.
const first = await deployAndWait(client, 100);
while ((await servedVersion()) !== 0) await delay(20);
const firstCpuSeconds = cpuSeconds() - firstCpu;
const firstUsed = used(firstFrom, cpuMsByRole());

interface Took {
  acceptedMs: number;
  completedMs: number;
  servedMs: number;
  releasedMs: number;
  cpuMs: number;
  roles: number[];
  releaseRoles: number[];
}
const took: Took[] = [];
for (const round of numbered(rounds)) {
  await client.updateFunction({ params: { functionId: ids[0] ?? "" }, body: { source: source(0, round + 1) } });
  const [began, cpuBefore, from] = [performance.now(), cpuSeconds(), cpuMsByRole()];
  const { id, startedMs, completedMs } = await deployAndWait(client, 20);
  while ((await servedVersion()) !== round + 1) await delay(5);
  const [servedMs, cpuMs] = [performance.now() - began, (cpuSeconds() - cpuBefore) * 1_000];
  const roles = cpuMsByRole();
  const releasing = performance.now();
  await client.releaseDeployment({ body: { projectDeploymentId: id } });
  const releasedMs = performance.now() - releasing;
  const byRole = { roles: used(from, roles), releaseRoles: used(roles, cpuMsByRole()) };
  took.push({ acceptedMs: startedMs, completedMs, servedMs, releasedMs, cpuMs, ...byRole });
}

const row = (name: string, of: (one: (typeof took)[number]) => number) => {
  const sorted = took.map(of).toSorted((a, b) => a - b);
  const at = (share: number) => ((sorted[Math.ceil((sorted.length - 1) * share)] ?? 0) / 1_000).toFixed(2);
  process.stdout.write(`| ${name} | ${at(0.5)} | ${at(1)} |\n`);
};
process.stdout.write(
  `Node ${process.version}, ${functions} Functions of ${source(1, 0).length} characters, each a tool; load average ${loadavg()[0]?.toFixed(1)}\n` +
    `The first deployment, of everything: ${(first.completedMs / 1_000).toFixed(1)} s, of processor time ${firstCpuSeconds.toFixed(1)} s\n\n`,
);
process.stdout.write(`| one changed, ${rounds} deployments: until | p50 s | longest s |\n|---|---|---|\n`);
row("the request is answered 202", ({ acceptedMs }) => acceptedMs);
row("the list says `completed`", ({ completedMs }) => completedMs);
row("a call is answered by the new Function", ({ servedMs }) => servedMs);
row("the release is answered", ({ releasedMs }) => releasedMs);
row("of processor time, to the answer", ({ cpuMs }) => cpuMs);
const median = (of: (one: (typeof took)[number]) => number) =>
  took.map(of).toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
process.stdout.write(`\n| processor time, ms | first | one changed | its release |\n|---|---|---|---|\n`);
for (const [at, name] of roleNames.entries()) {
  const ms = [firstUsed[at] ?? 0, median(({ roles }) => roles[at] ?? 0), median((one) => one.releaseRoles[at] ?? 0)];
  const cells = ms.map((one) => Math.round(one)).join(" | ");
  process.stdout.write(`| ${name === "executors" ? "executors and builders" : name} | ${cells} |\n`);
}
const missed = Object.entries({
  first: first.completedMs,
  changed: median(({ completedMs }) => completedMs),
  release: median(({ releasedMs }) => releasedMs),
}).filter(([what, ms]) => ms > aimsMs[what as keyof typeof aimsMs]);
if (functions >= 2_000 && missed.length > 0) {
  const said = missed.map(([what, ms]) => `${what} ${Math.round(ms)} ms of ${aimsMs[what as keyof typeof aimsMs]}`);
  process.stdout.write(`\nSlower than meant: ${said.join("; ")}\n`);
  process.exitCode = 1;
}
