import assert from "node:assert/strict";
import { loadavg } from "node:os";
import type { Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import { openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { median, quantile } from "./measuring/quantile.ts";
import { processesOf, roleNames } from "./measuring/role-processes.ts";

/*
 * How long it takes from a save to the answer that the preview serves it, and to the first call of the saved Function
 * through the gateway, when one Function of a hundred has changed: of a Project that has the others, and of one that has
 * none. BENCH_FUNCTIONS and BENCH_ROUNDS scale it.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 100);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 30);
const toolsPerEndpoint = 50;
/** With a hundred Functions. */
const aimMs = 300;

const helper = (number: number) => `
/** Step ${number} of the work: it weighs one line of an order by what its article is worth to the shop. */
function step${number}(sku: string, quantity: number, unitPriceCents: number): { sku: string; weight: number } {
  const weight = Math.max(1, Math.round(Math.sqrt(quantity * unitPriceCents) * ${number + 1}));
  return { sku: sku.trim().toUpperCase(), weight: weight > 1_000_000 ? 1_000_000 : weight };
}
`;

/** A typical Function of about 5 KB. */
const source = (number: number, version: number) => `import type { Context } from "ferrule";

interface OrderLine {
  /** The article's number. */
  sku: string;
  /** @minimum 1 */
  quantity: number;
  unitPriceCents: number;
}
interface Input {
  orderId: string;
  lines: OrderLine[];
}
${Array.from({ length: 11 }, (_, at) => helper(at)).join("")}
/** Weighs order ${number}. */
export default async function weigh(input: Input, ctx: Context): Promise<{ version: number; weight: number }> {
  const weights = input.lines.map(({ sku, quantity, unitPriceCents }) => step${number % 11}(sku, quantity, unitPriceCents));
  ctx.log.info("weighed", { orderId: input.orderId });
  return { version: ${version}, weight: weights.reduce((sum, { weight }) => sum + weight, 0) };
}
`;

const numbered = (count: number) => Array.from({ length: count }, (_, number) => number);

/** A folder whose Function \`f0\` is of this version. */
function folder(version: number): GivenProjectSource {
  const slugs = numbered(functions);
  return {
    apiVersion: "ferrule/v1",
    functions: slugs.map((number) => ({
      slug: `f${number}`,
      name: `Function ${number}`,
      source: source(number, number === 0 ? version : 0),
    })),
    endpoints: numbered(Math.ceil(functions / toolsPerEndpoint)).map((at) => ({
      kind: "mcp" as const,
      slug: `tools-${at}`,
      name: `Tools ${at}`,
      bindings: slugs.slice(at * toolsPerEndpoint, (at + 1) * toolsPerEndpoint).map((number) => ({
        kind: "mcp" as const,
        function: `f${number}`,
        toolName: `f${number}`,
        description: "Weighs.",
      })),
    })),
  };
}

await using platform = await startTestPlatform();
const owner = await platform.signInAsOwner();

const cpuMsByRole = () => {
  const pids = processesOf(platform);
  return roleNames.map((name) => {
    const { userMs, systemMs } = cpuTimeOf(pids.get(name) ?? []);
    return userMs + systemMs;
  });
};

/** The version that a call of the changed Function returns. */
async function calledVersion({ addresses }: ServedPreview, key: string): Promise<unknown> {
  const path = addresses.find(({ endpoint }) => endpoint === "tools-0")?.path ?? "";
  const params = { name: "f0", arguments: { orderId: "o-1", lines: [{ sku: "a", quantity: 2, unitPriceCents: 300 }] } };
  const answer = await fetch(platform.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "x-api-key": key },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const { result } = (await answer.json()) as { result?: { content: { text: string }[] } };
  const text = result?.content[0]?.text;
  return text === undefined ? answer.status : (JSON.parse(text) as { version: number }).version;
}

interface Took {
  servedMs: number;
  calledMs: number;
  roles: number[];
}

/** Saves the changed Function again and again. */
async function save(client: Client, name: string): Promise<{ first: number; took: Took[] }> {
  const serve = (version: number) => client.servePreview({ params: { name }, body: { source: folder(version) } });
  const began = performance.now();
  const { key = "" } = await serve(0);
  const first = performance.now() - began;
  const took: Took[] = [];
  for (const round of numbered(rounds)) {
    const [from, at] = [cpuMsByRole(), performance.now()];
    const answer = await serve(round + 1);
    const servedMs = performance.now() - at;
    assert.deepEqual([answer.status, answer.changed], ["serving", 1]);
    assert.equal(await calledVersion(answer, key), round + 1);
    const calledMs = performance.now() - at;
    took.push({ servedMs, calledMs, roles: cpuMsByRole().map((ms, role) => ms - (from[role] ?? 0)) });
  }
  return { first, took };
}

/** A Project with the Functions as drafts, and as a deployment. */
async function deployed(): Promise<Client> {
  await openProject(owner);
  const source = folder(0);
  const { digest } = await owner.previewProjectSource({ body: { source } });
  await owner.applyProjectSource({ body: { source, previewDigest: digest } });
  const { id } = await owner.createDeployment({ body: {} });
  const params = { projectDeploymentId: id };
  while ((await owner.getDeployment({ params })).status !== "completed")
    await new Promise((next) => setTimeout(next, 50));
  return owner;
}

const ms = (value: number) => Math.round(value);
const results: [string, Awaited<ReturnType<typeof save>>][] = [];
await deployed();
results.push(["the Project has the others", await save(owner, "dev")]);
await openProject(owner);
results.push(["the Project has none", await save(owner, "dev")]);

process.stdout.write(
  `Node ${process.version}, ${functions} Functions of ${source(1, 0).length} characters, one changed, ${rounds} saves; load average ${loadavg()[0]?.toFixed(1)}\n\n` +
    "| ms | first | save to served, p50 | p90 | save to the first answer, p50 | p90 |\n|---|---|---|---|---|---|\n",
);
for (const [name, { first, took }] of results) {
  const served = took.map((one) => one.servedMs);
  const called = took.map((one) => one.calledMs);
  const cells = [first, median(served), quantile(served, 0.9), median(called), quantile(called, 0.9)].map(ms);
  process.stdout.write(`| ${name} | ${cells.join(" | ")} |\n`);
}
process.stdout.write(
  `\n| processor time of a save, ms | ${results.map(([name]) => name).join(" | ")} |\n|---|---|---|\n`,
);
for (const [at, role] of roleNames.entries())
  process.stdout.write(
    `| ${role} | ${results.map(([, { took }]) => ms(median(took.map(({ roles }) => roles[at] ?? 0)))).join(" | ")} |\n`,
  );
const slow = results.filter(([, { took }]) => median(took.map((one) => one.calledMs)) > aimMs);
if (functions === 100 && slow.length > 0) {
  process.stdout.write(`\nSlower than ${aimMs} ms: ${slow.map(([name]) => name).join("; ")}\n`);
  process.exitCode = 1;
}
