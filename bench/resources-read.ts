import { loadavg } from "node:os";
import { createFunction, deploy } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget, readTarget, type OfferedText } from "./measuring/echo-tool.ts";
import { loadCalls, type Target } from "./measuring/load.ts";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";
import { processesOf, roleNames } from "./measuring/role-processes.ts";
import { untilRecorded } from "./measuring/until-recorded.ts";

/*
 * The processor time of all roles for a recorded `resources/read` and a recorded `tools/call` of the same size, in turn
 * on one platform. BENCH_CALLS is the number of calls of each round, BENCH_ROUNDS the number of rounds.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 10_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const characters = 200;
const atOnce = 50;

const text = "The handbook of the shop.".padEnd(characters, ".");
const kept: OfferedText = { uri: "docs://kept", text };
const returned: OfferedText = { uri: "docs://returned", text };
const source = `
/** Returns the handbook. */
export default () => ${JSON.stringify(text)};
`;

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
const { url, key, endpointId } = await deployEcho(client);
const params = { endpointId };
const resource = { kind: "resource", mimeType: "text/plain" } as const;
await client.createMcpBinding({ params, body: { ...resource, toolName: "kept", uri: kept.uri, content: { text } } });
const functionId = await createFunction(client, "handbook", source);
await client.createMcpBinding({ params, body: { ...resource, toolName: "returned", uri: returned.uri, functionId } });
await deploy(client);

const credential = { "x-api-key": key };
const tool = echoTarget("tools/call", url, credential, characters);
const targets: Target[] = [
  tool,
  readTarget("resources/read of a kept text", url, credential, kept),
  readTarget("resources/read from a Function", url, credential, returned),
];

/** The processor time of all roles so far, in milliseconds. */
function used(): number {
  const pids = processesOf(platform);
  return roleNames.reduce((sum, role) => {
    const { userMs, systemMs } = cpuTimeOf(pids.get(role) ?? []);
    return sum + userMs + systemMs;
  }, 0);
}

const costs = new Map<Target, number[]>(targets.map((target) => [target, []]));
process.stdout.write(`Node ${process.version}, ${atOnce} at once, load average ${loadavg()[0]?.toFixed(1)}\n\n`);
// The first round warms up.
for (let round = 0; round <= rounds; round += 1) {
  for (const target of targets) {
    const before = used();
    await loadCalls(target, atOnce, calls);
    await untilRecorded(platform);
    if (round > 0) costs.get(target)?.push(((used() - before) * 1_000) / calls);
  }
}
const costOf = (target: Target) => median(costs.get(target) ?? []);
process.stdout.write("| | µs a call, all roles | of a tools/call's |\n|---|---|---|\n");
for (const target of targets)
  process.stdout.write(
    `| ${target.name} | ${costOf(target).toFixed(0)} | ${(costOf(target) / costOf(tool)).toFixed(2)} |\n`,
  );
