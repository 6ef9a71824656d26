import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type Client } from "@ferrule/contract/client.ts";
import type { RunDetail } from "@ferrule/contract/resources/run.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { listAll, type ListOf } from "../journeys/list-all.ts";
import { countEffects, type Effect } from "./run-effects.ts";
import type { Topology } from "./topology.ts";

const post = (origin: string) => `
const post = async (step: string, { id, attempt }: RunContext["run"]) => {
  const answer = await fetch(\`${origin}/\${id}/\${step}/\${attempt}\`, { method: "POST" });
  if (!answer.ok) throw new Error("not counted");
  return Number(await answer.text());
};
const often = { retries: 100, backoffMs: 200, maxBackoffMs: 1_000 };`;

const work = (origin: string) => `
import type { RunContext } from "ferrule";
${post(origin)}
interface Input { n: number }
export default async function work({ n }: Input, ctx: RunContext) {
  const step = (name: string) => ctx.step(name, () => post(name, ctx.run), often);
  await step("first");
  await ctx.sleep("pause", 200 + (n % 5) * 100);
  await Promise.all([step("left"), step("right")]);
  if (n % 2 === 0) {
    const { approved } = await ctx.approve("may", { title: \`Go on with \${n}?\`, details: { n }, notAsker: false });
    if (!approved) return { n, approved };
    await step("spend");
  }
  if (n % 4 === 1) {
    const { id } = await ctx.runs.start("part", { n });
    const part = await ctx.runs.wait("the part", id);
    if (part?.status !== "succeeded") throw new Error("The part has not succeeded.");
  }
  await ctx.sleep("rest", 500);
  await step("last");
  return { n, approved: true };
}`;

const part = (origin: string) => `
import type { RunContext } from "ferrule";
${post(origin)}
export default async function part({ n }: { n: number }, ctx: RunContext) {
  await ctx.step("only", () => post("only", ctx.run), often);
  return { n };
}`;

type Approval = ListOf<Client["listApprovals"]>[number];

/** What the load has led to. */
export interface RunOutcome {
  /** The ids of accepted runs by their number. */
  accepted: ReadonlyMap<number, string>;
  runs: RunDetail[];
  approvals: Approval[];
  /** The decisions that were acknowledged, by approval. */
  decided: ReadonlyMap<string, string[]>;
  effects: readonly Effect[];
}

export interface RunLoad extends AsyncDisposable {
  /** Starts this many runs, one every `everyMs`, half of them through a route; resolves when all are accepted. */
  start: (count: number, everyMs: number) => Promise<void>;
  /** Resolves when every accepted run has ended. */
  outcome: (withinMs: number) => Promise<RunOutcome>;
}

const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 429;

/** Tries again until there is a response. */
const untilAnswered = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  eventually(async () => {
    try {
      return await ask(AbortSignal.timeout(10_000));
    } catch (error) {
      if (isFinal(error)) throw error;
      return undefined;
    }
  }, 180_000);

/** Two people at once decide on every question that they find: whoever comes first counts. */
function decideAll(client: Client, decided: Map<string, string[]>) {
  const ending = new AbortController();
  const decide = async ({ id, digest, title }: Approval, turn: number) => {
    const isRejected = Number.parseInt(title.replaceAll(/\D/g, ""), 10) % 10 === 0 && turn === 0;
    const decision = isRejected ? ("rejected" as const) : ("approved" as const);
    const given = { params: { approvalId: id }, body: { decision, digest, reason: "" } };
    await client.decideApproval({ ...given, signal: AbortSignal.timeout(5_000) });
    decided.set(id, [...(decided.get(id) ?? []), decision]);
  };
  const loop = async (turn: number) => {
    while (!ending.signal.aborted) {
      const query = { status: "pending" as const, limit: 50 };
      const page = await client
        .listApprovals({ query, signal: AbortSignal.timeout(5_000) })
        .catch(() => ({ items: [] as Approval[] }));
      await Promise.allSettled(page.items.map((one) => decide(one, turn)));
      await delay(200);
    }
  };
  const loops = Promise.all([loop(0), loop(1)]);
  return async () => {
    ending.abort();
    await loops;
  };
}

/** A client of a route that starts runs. Returns the run's id once the route has accepted it. */
async function routeOf(client: Client, functionId: string): Promise<(n: number) => Promise<string>> {
  const { id: endpointId, urls } = await createEndpoint(client, "http", "runs");
  await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/work" } });
  const key = await issueKey(client, endpointId);
  return (n) =>
    untilAnswered(async (signal) => {
      const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": `run-${n}` };
      const sent = { method: "POST", headers, body: JSON.stringify({ n }), signal };
      const response = await fetch(`${urls.development}/work`, sent);
      const text = await response.text();
      if (response.status !== 202) throw new Error(`${response.status} ${text}`);
      return (JSON.parse(text) as { run: { id: string } }).run.id;
    });
}

/** Says which runs have not ended, and why. */
async function describeOpen(client: Client, accepted: ReadonlyMap<number, string>): Promise<string> {
  const runs: ListOf<Client["listRuns"]> = await listAll(client.listRuns, {});
  const known = new Set(runs.map(({ id }) => id));
  const lost = accepted.values().filter((id) => !known.has(id));
  const open = runs.filter(({ finishedAt }) => finishedAt === null);
  const described = open.map(
    ({ id, status, waitsFor, attempt, dueAt }) => `${id} ${status} in attempt ${attempt}, due ${dueAt}: ${waitsFor}`,
  );
  return [`${open.length} of ${runs.length} runs have not ended`, ...described, "lost:", ...lost].join("\n");
}

/** The addresses that Functions of the load call. Start it before the topology, which must allow them. */
export const openEffects = () => countEffects(400);

/** Makes a Project with durable Functions, and deploys it. */
export async function openRunLoad(
  topology: Topology,
  effects: Awaited<ReturnType<typeof openEffects>>,
): Promise<RunLoad> {
  const client = await topology.signInAsOwner();
  await openProject(client);
  const origin = `http://${effects.address}`;
  const permissions = { secrets: [], hosts: [origin], collections: [], cache: false };
  const made = async (slug: string, source: string, runs: string[]) => {
    const body = { slug, source, run: "durable" as const, permissions: { ...permissions, runs } };
    return (await client.createFunction({ body })).id;
  };
  const partId = await made("part", part(origin), []);
  const functionId = await made("work", work(origin), ["part"]);
  const cron = { functionId: partId, name: "off", schedule: "0 0 1 1 *", enabled: false };
  await client.createCronBinding({ body: cron });
  const byRoute = await routeOf(client, functionId);
  await deploy(client);

  const accepted = new Map<number, string>();
  const decided = new Map<string, string[]>();
  const stop = decideAll(client, decided);
  const byHand = async (n: number) => {
    const headers = { "idempotency-key": `run-${n}` };
    const body = { functionId, input: { n }, key: `run-${n}` };
    return untilAnswered(async (signal) => (await client.startRun({ body, headers, signal })).id);
  };
  const found = async () => {
    const runs: ListOf<Client["listRuns"]> = await listAll(client.listRuns, {});
    const ended = new Set(runs.filter(({ finishedAt }) => finishedAt !== null).map(({ id }) => id));
    const isOver = accepted.values().every((id) => ended.has(id)) && ended.size === runs.length;
    return isOver ? runs : undefined;
  };
  return {
    async start(count, everyMs) {
      const starting: Promise<unknown>[] = [];
      for (let n = 0; n < count; n += 1) {
        // Each goes through either door, and of both kinds some have an approval, and some a child.
        starting.push((Math.floor(n / 4) % 2 === 0 ? byRoute : byHand)(n).then((id) => accepted.set(n, id)));
        await delay(everyMs);
      }
      await Promise.all(starting);
    },
    async outcome(withinMs) {
      const runs = await eventually(() => found().catch(() => undefined), withinMs).catch(async (error: unknown) => {
        throw new Error(await describeOpen(client, accepted), { cause: error });
      });
      await stop();
      const details: RunDetail[] = [];
      for (const { id } of runs)
        details.push(await untilAnswered((signal) => client.getRun({ params: { runId: id }, signal })));
      const approvals = await untilAnswered(() => listAll(client.listApprovals, {}));
      return { accepted, decided, approvals, runs: details, effects: effects.all };
    },
    [Symbol.asyncDispose]: stop,
  };
}
