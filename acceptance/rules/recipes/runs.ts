import type { NewRun, StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { connectWorker } from "@ferrule/control-plane/doors/internal/testing/connect-worker.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Prepared, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { released } from "./deployments.ts";

/** A run that a worker has handed in, and that nothing runs, with the approval that it waits for. */
export async function startStored(
  site: Site,
  over: Partial<NewRun>,
): Promise<{ run: NewRun; approvalId: string | null }> {
  const { internalUrl, settings } = site.controlPlane;
  const functionId = over.functionId ?? (await site.createFunction()).id;
  const run: NewRun = {
    id: identifier("run"),
    environment: "development",
    functionId,
    mode: "durable",
    source: "http",
    endpointId: null,
    bindingId: null,
    deploymentId: identifier("dep"),
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    key: null,
    concurrencyKey: null,
    delayMs: 0,
    priority: 0,
    deadlineSeconds: 86_400,
    onRelease: "stay",
    concurrency: null,
    rate: null,
    input: '{"orderId":"A-1"}',
    shownInput: '{"orderId":"A-1"}',
    approval: null,
    trace: null,
    ...over,
  };
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], identifier("wrk"));
  const { status, body } = await worker.ask("startRuns", { projectId: site.projectId, runs: [run] });
  if (status !== 200) throw new Error(`The run was not taken: ${JSON.stringify(body)}`);
  const [started] = body["results"] as StartedRun[];
  return { run, approvalId: started?.approvalId ?? null };
}

/** The same, for those who need no approval. */
export const storeRun = async (site: Site, over: Partial<NewRun> = {}): Promise<NewRun> =>
  (await startStored(site, over)).run;

const params = ({ id }: NewRun) => ({ runId: id });

/** A run that somebody gave up. */
async function cancelled(site: Site, over: Partial<NewRun> = {}): Promise<NewRun> {
  const run = await storeRun(site, over);
  await site.owner.client.cancelRun({ params: params(run) });
  return run;
}

const chosen = (run: NewRun): Prepared => ({
  body: { environment: run.environment, runIds: [run.id] },
  target: run.id,
});

/** The Projects' durable Functions that are deployed in both environments. */
const durable = new Map<string, Promise<string>>();

async function deployDurable(site: Site): Promise<string> {
  const { client } = site.owner;
  const { id: functionId } = await client.createFunction({
    body: { slug: fresh("durable"), source: "export default () => null;", run: "durable" },
  });
  const { id: endpointId } = await site.createEndpoint("mcp");
  const body = { functionId, toolName: fresh("tool"), description: "A tool." };
  await client.createMcpBinding({ params: { endpointId }, body });
  await released(site);
  return functionId;
}

/** A durable Function that is deployed in both environments. A clean-up between tests may have removed the one before. */
async function durableFunction(site: Site): Promise<string> {
  const known = await durable.get(site.projectId);
  const isThere =
    known !== undefined &&
    (await site.owner.client.getFunction({ params: { functionId: known } }).then(
      () => true,
      () => false,
    ));
  if (isThere) return known;
  const made = deployDurable(site);
  durable.set(site.projectId, made);
  return made;
}

const startOf = async (site: Site, environment: Environment = "development"): Promise<Prepared> => ({
  body: { functionId: await durableFunction(site), environment, input: { orderId: fresh("order") } },
});

const replayOf = async (site: Site, environment: Environment = "development"): Promise<Prepared> => {
  const run = await storeRun(site, { functionId: await durableFunction(site), environment });
  return { params: params(run), body: { input: { orderId: fresh("order") } } };
};

const pauseOf = async (site: Site, environment: Environment = "development"): Promise<Prepared> => {
  const { id } = await site.createFunction();
  return { params: { functionId: id }, body: { environment } };
};

const event = (environment: Environment = "development"): Prepared => ({
  body: { environment, name: "order.paid", data: { orderId: "A-1" } },
});

const nowhere = "fn_000000000000000000000000";

export const runRecipes = {
  listRuns: {
    prepare: async ({ site }) => {
      await storeRun(site);
      return { query: { environment: "development", status: "queued", limit: "10" } };
    },
  },
  countRuns: {
    prepare: async ({ site }) => {
      await storeRun(site);
      return { query: { environment: "development" } };
    },
  },
  getRunLog: { prepare: async ({ site }) => ({ params: params(await storeRun(site)) }) },
  getRun: { prepare: async ({ site }) => ({ params: params(await storeRun(site)) }) },
  startRun: {
    prepare: ({ site }) => startOf(site),
    inEnvironment: ({ site }, environment) => startOf(site, environment),
    other: (body: object) => ({ ...body, priority: 7 }),
    refusals: {
      NOT_FOUND: async () => ({ body: { functionId: nowhere, input: {} } }),
      INVALID_STATE: async ({ site }) => ({ body: { functionId: (await site.createFunction()).id, input: {} } }),
    },
  },
  cancelRun: {
    prepare: async ({ site }) => ({ params: params(await storeRun(site)) }),
    inEnvironment: async ({ site }, environment) => ({ params: params(await storeRun(site, { environment })) }),
    refusals: { INVALID_STATE: async ({ site }) => ({ params: params(await cancelled(site)) }) },
  },
  retryRun: {
    prepare: async ({ site }) => ({ params: params(await cancelled(site)), body: {} }),
    inEnvironment: async ({ site }, environment) => ({
      params: params(await cancelled(site, { environment })),
      body: {},
    }),
    refusals: { INVALID_STATE: async ({ site }) => ({ params: params(await storeRun(site)), body: {} }) },
  },
  replayRun: {
    prepare: ({ site }) => replayOf(site),
    inEnvironment: ({ site }, environment) => replayOf(site, environment),
    other: () => ({ input: { orderId: "another" } }),
    refusals: { INVALID_STATE: async ({ site }) => ({ params: params(await storeRun(site)), body: {} }) },
  },
  retryRuns: {
    prepare: async ({ site }) => chosen(await cancelled(site)),
    inEnvironment: async ({ site }, environment) => chosen(await cancelled(site, { environment })),
  },
  cancelRuns: {
    prepare: async ({ site }) => chosen(await storeRun(site)),
    inEnvironment: async ({ site }, environment) => chosen(await storeRun(site, { environment })),
  },
  pauseRuns: {
    prepare: ({ site }) => pauseOf(site),
    inEnvironment: ({ site }, environment) => pauseOf(site, environment),
  },
  resumeRuns: {
    prepare: async ({ site }) => {
      const prepared = await pauseOf(site);
      await site.owner.client.pauseRuns({ params: prepared.params as never, body: prepared.body as never });
      return prepared;
    },
    inEnvironment: ({ site }, environment) => pauseOf(site, environment),
  },
  sendRunEvent: {
    prepare: async () => event(),
    inEnvironment: async (_, environment) => event(environment),
    refusals: {
      NOT_FOUND: async () => ({ body: { name: "order.paid", data: {}, runId: "run_000000000000000000000000" } }),
    },
  },
} satisfies Partial<Recipes>;
