import { loadavg } from "node:os";
import { Pool } from "undici";
import { addTool, createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { ownerEmail, ownerPassword, startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { echoTarget } from "./measuring/echo-tool.ts";
import { loadCalls } from "./measuring/load.ts";
import { cpuTimeOf, processTree, programOf } from "./measuring/process-figures.ts";
import { quantile } from "./measuring/quantile.ts";

/*
 * The duration of the management API's reads through the gateway, 16 at once, and each role's CPU time per read.
 * BENCH_REQUESTS scales it. The gateway's `/ready`, requested in turn, shows the machine's share.
 */
const requests = Number(process.env["BENCH_REQUESTS"] ?? 800);
const atOnce = 16;

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
const { id: projectId } = await openProject(client);
const limits = { requestsPerMinute: 1_000_000 };
const endpoint = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "bench", limits } });
let functionId = "";
for (let n = 0; n < 60; n += 1) {
  const name = n === 0 ? "echo" : `echo-${n}`;
  functionId = await createFunction(
    client,
    name,
    "/** Echoes. */\nexport default function echo(input: { text: string }): { text: string } { return input; }\n",
  );
  await addTool(client, endpoint.id, { functionId, toolName: name.replaceAll("-", "_"), description: "Echoes." });
}
await deploy(client);
const key = await issueKey(client, endpoint.id);
await loadCalls(echoTarget("Ferrule", endpoint.urls.development, { "x-api-key": key }), 8, 2_000);

const origin = `http://localhost:${platform.port}`;
/** Opens a session with the Project selected; returns its cookies. */
async function signIn(projectId: string): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const { status, headers } = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "x-csrf-token": [...cookies].find(([name]) => name.endsWith("csrf"))?.[1] ?? "",
      },
      body: JSON.stringify(body),
    });
    if (status >= 300) throw new Error(`${path} was answered ${status}`);
    for (const each of headers.getSetCookie()) {
      const [name = "", value = ""] = each.split(";", 1)[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
  };
  await post("/api/auth/login", { email: ownerEmail, password: ownerPassword });
  await post(`/api/projects/${projectId}/select`, {});
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
const cookie = await signIn(projectId);
const pool = new Pool(origin, { connections: atOnce, pipelining: 1 });

const roles = ["gateway", "control plane", "PostgreSQL"] as const;
const pidsOf = (): Record<(typeof roles)[number], number[]> => ({
  gateway: [platform.gateway.pid ?? 0],
  "control plane": [platform.controlPlane.pid ?? 0],
  PostgreSQL: processTree(process.pid).filter((pid) => programOf(pid) === "postgres"),
});
const used = () => {
  const pids = pidsOf();
  return roles.map((role) => {
    const { userMs, systemMs } = cpuTimeOf(pids[role]);
    return userMs + systemMs;
  });
};

interface Measured {
  took: number[];
  bytes: number;
}

async function ask(path: string, count: number): Promise<Measured> {
  const measured: Measured = { took: [], bytes: 0 };
  let asked = 0;
  const loop = async () => {
    while (asked < count) {
      asked += 1;
      const began = performance.now();
      const { statusCode, body } = await pool.request({
        method: "GET",
        path,
        headers: { cookie, "accept-encoding": "br, gzip" },
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      measured.took.push(performance.now() - began);
      measured.bytes = bytes.length;
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${bytes.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return measured;
}

const paths = (process.env["BENCH_PATHS"] ?? "").split(" ").filter((path) => path !== "");
const usual = [
  "/api/environments",
  "/api/projects",
  "/api/functions",
  `/api/functions/${functionId}`,
  `/api/runtime-endpoints/${endpoint.id}`,
  "/api/deployments",
  "/api/executions",
  "/api/executions?status=succeeded",
  "/api/executions/groups",
  "/api/openapi.json",
];

process.stdout.write(
  `Node ${process.version}, ${requests} requests each, ${atOnce} at once, load average ${loadavg()[0]?.toFixed(1)}\n\n`,
);
process.stdout.write(
  `| read | bytes | p50 ms | p95 ms | ready, p95 ms | ${roles.map((role) => `${role} µs`).join(" | ")} |\n`,
);
process.stdout.write("|---|---|---|---|---|---|---|---|\n");
for (const path of paths.length > 0 ? paths : usual) {
  await ask(path, requests / 4);
  const before = used();
  const { took, bytes } = await ask(path, requests);
  const after = used();
  const beside = await ask("/ready", requests / 2);
  const each = after.map((ms, n) => (((ms - (before[n] ?? 0)) * 1_000) / requests).toFixed(0));
  const name = path.replaceAll(/[a-z]+_[0-9a-z]{24}/g, "…");
  process.stdout.write(
    `| ${name} | ${bytes} | ${quantile(took, 0.5).toFixed(1)} | ${quantile(took, 0.95).toFixed(1)} | ${quantile(beside.took, 0.95).toFixed(1)} | ${each.join(" | ")} |\n`,
  );
}
await pool.close();
