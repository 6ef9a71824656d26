import { createHash, randomBytes } from "node:crypto";
import { createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { allow } from "@ferrule/acceptance/sign-in/scripted-browser.ts";
import { startTestIssuer } from "@ferrule/worker/testing/issuer.ts";
import { load, type Target } from "./measuring/load.ts";
import { cpuMs, processTree } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";

const source = `
/** Echoes. */
export default async function echo(input: { text: string }): Promise<{ text: string }> {
  return { text: input.text };
}
`;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const durationMs = Number(process.env["BENCH_MS"] ?? 3_000);
const redirectUri = "http://127.0.0.1/callback";

await using issuer = await startTestIssuer("bench");
await using platform = await startTestPlatform({
  env: { LOG_LEVEL: "warn", EGRESS_ALLOW_PRIVATE: new URL(issuer.issuer).host },
});
const client = await platform.signInAsOwner();
await openProject(client);
const environment = "development" as const;
const functionId = await createFunction(client, "echo", source);

type Caller = Parameters<typeof client.replaceAuthPolicy>[0]["body"]["caller"];
async function openEndpoint(slug: string, caller: Caller) {
  const limits = { requestsPerMinute: 1_000_000 };
  const { id: endpointId, urls } = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug, limits } });
  const params = { endpointId };
  await client.createMcpBinding({ params, body: { functionId, toolName: "echo", description: "Echoes." } });
  await client.replaceAuthPolicy({ params, body: { environment, caller } });
  return { endpointId, params, urls };
}

const { endpointId, params, urls } = await openEndpoint("bench", { mode: "oauth" });
// A company's typical data: groups, rules that look at them, and a claim that Functions see.
const rules = ["a", "b", "c"].map((group) => ({ when: { group }, allow: ["echo"] }));
const trusting = await openEndpoint("trusting", {
  mode: "jwt",
  jwt: { issuer: issuer.issuer, audience: "bench", algorithms: ["ES256"], rules, claims: ["org"] },
});
const program = { use: "person" as const, name: "bench", environment, redirectUris: [redirectUri] };
const { id: clientId } = await client.createOauthClient({ params, body: program });
const key = await issueKey(client, endpointId);
await deploy(client);

async function signIn(): Promise<string> {
  const resource = urls.development;
  const verifier = randomBytes(32).toString("base64url");
  const { origin } = new URL(resource);
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource,
  });
  const back = await allow(client, `${origin}/oauth/authorize?${asked.toString()}`);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    code: back.searchParams.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const answer = await fetch(`${origin}/oauth/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const body = (n: number) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: n,
    method: "tools/call",
    params: { name: "echo", arguments: { text: `message ${n}` } },
  });
const check = (text: string, n: number) => {
  if ((JSON.parse(text) as { id: number; result?: unknown }).result === undefined || !text.includes(`message ${n}`))
    throw new Error(`wrong answer: ${text}`);
};
const shared = { url: urls.development, body, check };
const token = await signIn();
const groups = Array.from({ length: 20 }, (_, n) => `group-${n}`).concat("c");
const issued = await issuer.sign({
  groups,
  org: "acme",
  email: "ada@acme.example",
  exp: Math.floor(Date.now() / 1_000) + 3_600,
});
const targets: Target[] = [
  { ...shared, name: "API key", headers: { ...headers, "x-api-key": key } },
  { ...shared, name: "access token", headers: { ...headers, authorization: `Bearer ${token}` } },
  {
    ...shared,
    url: trusting.urls.development,
    name: "JWT of another issuer",
    headers: { ...headers, authorization: `Bearer ${issued}` },
  },
];

const pid = platform.workers[0]?.pid ?? 0;
/** CPU time of the worker and its executors, in microseconds per call. */
const cpuOf = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
const used = () => cpuMs(processTree(pid));
// The first round warms up.
for (let round = 0; round <= rounds; round += 1) {
  for (const target of targets) {
    const before = used();
    const { callsPerSecond } = await load(target, 16, durationMs, 0);
    const calls = (callsPerSecond * durationMs) / 1_000;
    if (round > 0) cpuOf.get(target.name)?.push(((used() - before) * 1_000) / calls);
  }
}
const medianOf = (name: string) => median(cpuOf.get(name) ?? []);
process.stdout.write(
  `Node ${process.version}, ${rounds} rounds of ${durationMs} ms each in turn, 16 calls at once\n\n`,
);
process.stdout.write("| credential | CPU of the worker, µs a call | against a key |\n|---|---|---|\n");
for (const { name } of targets) {
  const ratio = (medianOf(name) / medianOf("API key")).toFixed(2);
  process.stdout.write(`| ${name} | ${Math.round(medianOf(name))} | ${ratio} |\n`);
}
