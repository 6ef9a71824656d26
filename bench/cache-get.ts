import { createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";

/** Times host calls one after another, in groups, because a Function's clock has only whole milliseconds. */
const source = `
import type { Context } from "ferrule";
interface Input { groups: number; size: number; what: "cache.get" | "cache.set" | "secrets.get" }
const value = { text: "x".repeat(1000) };
/** Times host calls. */
export default async function time({ groups, size, what }: Input, ctx: Context): Promise<number[]> {
  await ctx.cache.set("bench", value);
  await ctx.secrets.get("TOKEN");
  const once = {
    "cache.get": async () => { if (((await ctx.cache.get("bench")) as typeof value).text.length !== 1000) throw new Error("wrong"); },
    "cache.set": () => ctx.cache.set("bench", value),
    "secrets.get": async () => { if ((await ctx.secrets.get("TOKEN")) !== "of the bench") throw new Error("wrong"); },
  }[what];
  const means: number[] = [];
  for (let group = 0; group < groups; group += 1) {
    const began = performance.now();
    for (let n = 0; n < size; n += 1) await once();
    means.push((performance.now() - began) / size);
  }
  return means;
}
`;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const size = 40;
const redisUrl = process.env["BENCH_REDIS_URL"];

const quantile = (values: readonly number[], at: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN;

/** A platform on this store, and a function that times one kind of host call in it. */
async function openStore(env: Record<string, string>) {
  const platform = await startTestPlatform({ env: { LOG_LEVEL: "warn", ...env } });
  const client = await platform.signInAsOwner();
  await openProject(client);
  const { id: endpointId, urls } = await client.createRuntimeEndpoint({
    body: { kind: "http", slug: "bench", limits: { requestsPerMinute: 1_000_000 } },
  });
  await client.createSecret({ body: { name: "TOKEN", environment: "development", value: "of the bench" } });
  const functionId = await createFunction(client, "time", source);
  const permissions = { secrets: ["TOKEN"], hosts: [], collections: [], cache: true };
  await client.updateFunction({ params: { functionId }, body: { permissions, timeoutMs: 60_000 } });
  await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/time" } });
  const key = await issueKey(client, endpointId);
  await deploy(client);
  return {
    stop: platform.stop,
    async time(what: string): Promise<number[]> {
      const answer = await fetch(`${urls.development}/time`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ groups: 25, size, what }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as number[];
    },
  };
}

const stores = new Map([["PostgreSQL", await openStore({})]]);
if (redisUrl !== undefined) stores.set("Valkey or Redis", await openStore({ REDIS_URL: redisUrl }));
const calls = ["cache.get", "cache.set", "secrets.get"];
const figures = new Map<string, number[]>();
// The first round warms up.
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, store] of stores) {
    for (const what of calls) {
      const means = await store.time(what);
      const key = `${what} | ${name}`;
      if (round > 0) figures.set(key, [...(figures.get(key) ?? []), ...means]);
    }
  }
}
process.stdout.write(
  `Node ${process.version}, ${rounds} rounds in turn, 1 KB values, means of ${size} calls in a row\n\n`,
);
process.stdout.write("| host call | store | p50 ms | p95 ms |\n|---|---|---|---|\n");
for (const [name, means] of figures) {
  process.stdout.write(`| ${name} | ${quantile(means, 0.5).toFixed(2)} | ${quantile(means, 0.95).toFixed(2)} |\n`);
}
for (const store of stores.values()) await store.stop();
