import type { Client } from "@ferrule/contract/client.ts";
import { eventually } from "../eventually.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { listAll } from "../journeys/list-all.ts";
import type { Topology } from "./topology.ts";

const sources = {
  echo: "export default (input: { n: string }) => input;",
  burn: "export default () => { const until = Date.now() + 200; while (Date.now() < until); return { burnt: true }; };",
  wait: "export default async () => { await new Promise((resolve) => setTimeout(resolve, 400)); return { waited: true }; };",
  bomb: "export default () => { const hold: number[][] = []; for (;;) hold.push(new Array(100_000).fill(hold.length)); };",
  spin: "export default () => { while (true) {} };",
  count: `import type { HttpContext } from "ferrule";
export default (_input: {}, ctx: HttpContext) => ctx.http.events((async function* () {
  for (let n = 0; n < 5; n += 1) { yield { data: { n } }; await new Promise((resolve) => setTimeout(resolve, 60)); }
})());`,
  save: `import type { Context } from "ferrule";
export default async (input: { n: string }, ctx: Context) => {
  await ctx.collection("saved").insert({ n: input.n });
  return { saved: input.n };
};`,
  remember: `import type { Context } from "ferrule";
export default async (input: { n: string }, ctx: Context) => {
  await ctx.cache.set("n", input.n, { ttlSeconds: 60 });
  return { n: await ctx.cache.get("n") };
};`,
  later: `import type { Context } from "ferrule";
export default async ({ event }: { event: { id: string } }, ctx: Context) => {
  await ctx.collection("saved").insert({ n: event.id });
  return { saved: event.id };
};`,
  secret: `import type { Context } from "ferrule";
export default async (_input: {}, ctx: Context) => ({ characters: (await ctx.secrets.get("FAULT_KEY")).length });`,
};
const tenantId = "acme";
const secretValue = "a key of seventeen";
export type Route = keyof typeof sources;

const takesN = new Set<Route>(["echo", "save", "remember"]);
const savers = new Set<Route>(["save", "later"]);
const hostile = new Set<Route>(["bomb", "spin"]);

/** A deployed Project that gets calls during a fault. */
export interface FaultProject {
  client: Client;
  /** Returns the status after reading and checking the whole response; 200 also for an accepted delivery. */
  call: (route: Route, requestId: string) => Promise<number>;
  /** How often each request is in the list of executions. */
  recorded: () => Promise<Map<string, number>>;
  /** The values that the routes `save` and `later` have stored. */
  saved: () => Promise<Set<string>>;
  /** Resolves when each of these requests is recorded; rejects when one is recorded twice, or after `withinMs`. */
  untilRecorded: (requestIds: readonly string[], withinMs: number) => Promise<void>;
}

const rightAnswer: Partial<Record<Route, (text: string, requestId: string) => boolean>> = {
  echo: (text, requestId) => text === JSON.stringify({ n: requestId }),
  count: (text) => text.includes('"n":4'),
  save: (text, requestId) => text === JSON.stringify({ saved: requestId }),
  later: (text) => text.includes('"deliveryId"'),
  secret: (text) => text === JSON.stringify({ characters: secretValue.length }),
};

/** Makes a Project with a Function and a route for each of the sources, and deploys it. */
export async function openFaultProject(topology: Topology): Promise<FaultProject> {
  const client = await topology.signInAsOwner();
  await openProject(client);
  const { id: endpointId, urls } = await createEndpoint(client, "http", "api");
  const { id: hotId, urls: hotUrls } = await createEndpoint(client, "http", "hot");
  const schema = { type: "object", properties: { n: { type: "string" } }, required: ["n"] };
  const { id: collectionId } = await client.createDataCollection({ body: { name: "saved", schema } });
  for (const [slug, source] of Object.entries(sources) as [Route, string][]) {
    const collections = savers.has(slug) ? [{ name: "saved", access: "read-write" as const }] : [];
    const secrets = slug === "secret" ? ["FAULT_KEY"] : [];
    const permissions = { secrets, hosts: [], collections, cache: slug === "remember" };
    const { id: functionId } = await client.createFunction({ body: { slug, source, permissions } });
    if (hostile.has(slug)) {
      await client.updateFunction({ params: { functionId }, body: { timeoutMs: 1_000, memoryMb: 32 } });
    }
    if (savers.has(slug)) {
      const subject = { kind: "function" as const, id: functionId };
      const body = { subject, access: "read-write" as const, environment: "development" as const };
      await client.replaceDataCollectionGrant({ params: { collectionId }, body });
    }
    const path = takesN.has(slug) ? `/${slug}/{n}` : `/${slug}`;
    const params = { endpointId: slug === "burn" ? hotId : endpointId };
    const delivery = { backoffMs: 200, maxAttempts: 10, idFrom: "body" as const, idName: "/id" };
    const isLater = slug === "later";
    const body = isLater ? { method: "POST" as const, bodyProperty: "event", delivery } : { method: "GET" as const };
    await client.createHttpBinding({ params, body: { functionId, path, ...body } });
  }
  await client.createSecret({ body: { name: "FAULT_KEY", environment: "development", value: secretValue } });
  const key = await issueKey(client, endpointId, { tenantId });
  const hotKey = await issueKey(client, hotId);
  await deploy(client);

  const recorded = async () => {
    const counts = new Map<string, number>();
    for (const { requestId } of await listAll(client.listExecutions, {})) {
      counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
    }
    return counts;
  };
  return {
    client,
    async call(route, requestId) {
      const isHot = route === "burn";
      const path = takesN.has(route) ? `/${route}/${requestId}` : `/${route}`;
      const headers: Record<string, string> = { "x-api-key": isHot ? hotKey : key, "x-request-id": requestId };
      const base = isHot ? hotUrls.development : urls.development;
      const sent = route === "later" ? { method: "POST", body: JSON.stringify({ id: requestId }) } : {};
      if (route === "later") headers["content-type"] = "application/json";
      const response = await fetch(base + path, { ...sent, headers, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      const isTaken = response.status === (route === "later" ? 202 : 200);
      if (isTaken && rightAnswer[route]?.(text, requestId) === false) {
        throw new Error(`${route} answered ${text}`);
      }
      return isTaken ? 200 : response.status;
    },
    recorded,
    async saved() {
      const query = { environment: "development" as const, tenantId };
      const lines = (await client.exportRecords({ params: { collectionId }, query })).split("\n").filter(Boolean);
      return new Set(lines.map((line) => (JSON.parse(line) as { data: { n: string } }).data.n));
    },
    async untilRecorded(requestIds, withinMs) {
      const counts = await eventually(async () => {
        const counts = await recorded().catch(() => new Map<string, number>());
        return requestIds.every((id) => counts.has(id)) ? counts : undefined;
      }, withinMs);
      const twice = requestIds.filter((id) => counts.get(id) !== 1);
      if (twice.length > 0) throw new Error(`recorded more than once: ${twice.slice(0, 5).join(", ")}`);
    },
  };
}
