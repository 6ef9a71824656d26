import { createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { load, type Figures, type Target } from "./load.ts";
import { startPeer } from "./peers/peer-process.ts";
import { startWorkerd } from "./peers/workerd.ts";

const source = `
/** Echoes. */
export default async function echo(input: { text: string }): Promise<{ text: string }> {
  return { text: input.text };
}
`;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const durationMs = Number(process.env["BENCH_MS"] ?? 4_000);

const modern = "2026-07-28";
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": modern,
  "mcp-method": "tools/call",
  "mcp-name": "echo",
};
const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
};
const body = (n: number) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: n,
    method: "tools/call",
    params: { name: "echo", arguments: { text: `message ${n}` }, _meta: meta },
  });
const check = (text: string, n: number) => {
  const answer = JSON.parse(text) as { id: number; result?: { structuredContent?: { text: string } } };
  if (answer.id !== n || answer.result?.structuredContent?.text !== `message ${n}`)
    throw new Error(`wrong answer: ${text}`);
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const medians = (runs: Figures[]): Figures => ({
  callsPerSecond: median(runs.map((run) => run.callsPerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
});

await using platform = await startTestPlatform({ env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
await openProject(client);
const endpoint = await client.createRuntimeEndpoint({
  body: { kind: "mcp", slug: "bench", limits: { requestsPerMinute: 1_000_000 } },
});
const functionId = await createFunction(client, "echo", source);
await client.createMcpBinding({
  params: { endpointId: endpoint.id },
  body: { functionId, toolName: "echo", description: "Echoes." },
});
const key = await issueKey(client, endpoint.id);
await deploy(client);
const sdk = await startPeer("sdk-server.ts");
const bare = await startPeer("bare-http.ts");
const workerd = await startWorkerd();

const targets: Target[] = [
  {
    name: "Ferrule, through the gateway",
    url: endpoint.urls.development,
    headers: { ...headers, "x-api-key": key },
    body,
    check,
  },
  { name: "SDK server, in its process", url: sdk.url, headers, body, check },
  { name: "bare node:http", url: bare.url, headers, body, check },
  { name: "bare workerd", url: workerd.url, headers, body, check },
];

process.stdout.write(`Node ${process.version}, ${rounds} rounds of ${durationMs} ms each in turn, medians\n\n`);
process.stdout.write(
  "| target | c | calls/s | p50 ms | p99 ms | calls/s against the SDK server |\n|---|---|---|---|---|---|\n",
);
for (const concurrency of [1, 50]) {
  const runs = new Map<string, Figures[]>(targets.map((target) => [target.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets)
      runs.get(target.name)?.push(await load(target, concurrency, durationMs, durationMs / 4));
  }
  const reference = medians(runs.get("SDK server, in its process") ?? []).callsPerSecond;
  for (const { name } of targets) {
    const { callsPerSecond, p50Ms, p99Ms } = medians(runs.get(name) ?? []);
    const ratio = (callsPerSecond / reference).toFixed(2);
    process.stdout.write(
      `| ${name} | ${concurrency} | ${Math.round(callsPerSecond)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio} |\n`,
    );
  }
}
sdk.stop();
bare.stop();
workerd.stop();
