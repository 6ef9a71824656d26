import { createServer } from "node:http";
import type { Client } from "@ferrule/contract/client.ts";
import { listAll } from "../journeys/list-all.ts";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

const source = (origin: string) => `import type { Context } from "ferrule";
export default async (_input: {}, ctx: Context) => {
  await fetch("${origin}/" + ctx.requestId, { method: "POST" });
  return { done: true };
};`;

/** Counts the effects of crons: each run of one calls this server once. */
export interface Ticks extends AsyncDisposable {
  /** The address that Functions must be allowed to reach, such as `127.0.0.1:4711`. */
  address: string;
  /** Makes a Function, and crons that run it each second. Returns a function that switches them off. */
  start: (client: Client, crons: number) => Promise<() => Promise<void>>;
  /** Runs that happened twice, or occurrences with two runs. */
  twice: (client: Client) => Promise<string[]>;
  /** The times at which runs of all crons were due, in epoch milliseconds. */
  occurrences: (client: Client) => Promise<number[]>;
  runs: () => number;
}

export async function openTicks(): Promise<Ticks> {
  const ran = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = request.url?.slice(1) ?? "";
    ran.set(id, (ran.get(id) ?? 0) + 1);
    response.end();
  });
  const served = await serveHere(server);
  const address = `127.0.0.1:${served.port}`;
  const bindings: string[] = [];
  const due = async (client: Client, cronBindingId: string) => {
    const list = (given: { query: { limit: number } }) => client.listCronRuns({ params: { cronBindingId }, ...given });
    return (await listAll(list, { limit: 200 })).map(({ scheduledFor }) => Date.parse(scheduledFor));
  };
  return {
    address,
    async start(client, crons) {
      const permissions = { secrets: [], hosts: [`http://${address}`], collections: [], cache: false };
      const body = { slug: "tick", source: source(`http://${address}`), permissions };
      const { id: functionId } = await client.createFunction({ body });
      for (let n = 0; n < crons; n += 1) {
        const cron = { functionId, name: `each second ${n}`, schedule: "* * * * * *", overlap: "allow" as const };
        bindings.push((await client.createCronBinding({ body: cron })).id);
      }
      return async () => {
        for (const cronBindingId of bindings)
          await client.updateCronBinding({ params: { cronBindingId }, body: { enabled: false } });
      };
    },
    async twice(client) {
      const found = [...ran].filter(([, count]) => count > 1).map(([id, count]) => `${id} ran ${count} times`);
      for (const cronBindingId of bindings) {
        const times = await due(client, cronBindingId);
        if (new Set(times).size < times.length) found.push(`${cronBindingId} has an occurrence twice`);
      }
      return found;
    },
    occurrences: async (client) => (await Promise.all(bindings.map((id) => due(client, id)))).flat(),
    runs: () => ran.size,
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  };
}
