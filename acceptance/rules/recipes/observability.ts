import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import { connectWorker } from "@ferrule/control-plane/doors/internal/testing/connect-worker.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { failingSource } from "../answering-worker.ts";
import type { Recipes, Scene } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** Reports one call of this Project as a worker would; `over` changes parts of the report. */
export async function reportExecution(site: Site, over: Partial<ExecutionRecord> = {}): Promise<ExecutionRecord> {
  const { internalUrl, settings } = site.controlPlane;
  const record = sampleRecord({
    id: identifier("exe"),
    projectId: site.projectId,
    requestId: identifier("req"),
    input: { text: "hello" },
    output: { text: "hello" },
    workerId: "wrk_answering",
    ...over,
  });
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], record.workerId);
  const { status, body } = await worker.ask("recordExecutions", { records: [record] });
  if (status !== 204) throw new Error(`The execution was not taken: ${JSON.stringify(body)}`);
  return record;
}

/** A failure of this Project; returns its group. */
async function reportFailure(site: Site): Promise<string> {
  const error = { code: "FUNCTION_ERROR", message: "It failed.", stack: null };
  const { id } = await reportExecution(site, { functionId: fresh("fn"), status: "failed", error });
  const { items } = await site.owner.client.listExecutionGroups({ query: { environment: "development" } });
  const group = items.find(({ sampleIds }) => sampleIds.includes(id));
  if (group === undefined) throw new Error("The failure is in no group.");
  return group.id;
}

/** Reports, as a separate worker would, that a call of this Project is running; returns its id. */
async function reportRunning(site: Site, environment: Environment = "development"): Promise<string> {
  const { internalUrl, settings } = site.controlPlane;
  const executionId = identifier("exe");
  const startedAt = new Date().toISOString();
  const call = {
    executionId,
    projectId: site.projectId,
    requestId: identifier("req"),
    environment,
    functionId: null,
    functionName: "a-function",
    endpointId: null,
    source: "mcp",
    tenantId: "default",
    startedAt,
  };
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], identifier("wrk"));
  const report = {
    workerId: worker.id,
    version: "1.0.0",
    startedAt,
    running: 1,
    waiting: 0,
    capacity: 1,
    calls: [call],
  };
  const { status, body } = await worker.ask("reportWorker", report);
  if (status !== 200) throw new Error(`The report was not taken: ${JSON.stringify(body)}`);
  return executionId;
}

/** A call of a Function that still exists. */
const replayable =
  (over: Partial<ExecutionRecord> = {}, source?: string) =>
  async ({ site }: Pick<Scene, "site">) => {
    const { id: functionId } = await site.createFunction(source);
    return { params: { executionId: (await reportExecution(site, { functionId, ...over })).id } };
  };

export const observabilityRecipes = {
  getDashboard: { prepare: async () => ({ query: { environment: "production", window: "7d" } }) },
  getTraffic: { prepare: async () => ({ query: { environment: "production", window: "7d", compare: "before" } }) },
  getStatus: { prepare: async () => ({}) },
  getUsage: { prepare: async () => ({ query: { environment: "development", by: "day,tool" } }) },
  exportUsage: { prepare: async () => ({ query: { by: "caller,tenant" } }) },
  search: {
    prepare: async (scene) => {
      await scene.site.createFunction();
      return { query: { q: "function" } };
    },
  },
  listEnvironments: { prepare: async () => ({}) },
  countExecutions: { prepare: async () => ({ query: { source: "mcp", minDurationMs: "1" } }) },
  exportExecutions: { prepare: async () => ({ query: { source: "mcp", format: "csv" } }) },
  listExecutions: {
    prepare: async (scene) => {
      await reportExecution(scene.site);
      return { query: { source: "mcp", limit: "10" } };
    },
  },
  streamExecutions: { prepare: async () => ({ query: { source: "mcp" } }) },
  listExecutionGroups: {
    prepare: async ({ site }) => {
      const { id: functionId } = await site.createFunction();
      const error = { code: "ORDER_NOT_FOUND", message: "There is no such order.", stack: null };
      await reportExecution(site, { functionId, status: "failed", error });
      return { query: { environment: "development", limit: "10" } };
    },
  },
  getExecutionGroup: {
    prepare: async ({ site }) => ({
      params: { groupId: await reportFailure(site) },
      query: { environment: "development" as const },
    }),
  },
  updateExecutionGroup: {
    prepare: async ({ site }) => {
      const groupId = await reportFailure(site);
      const query = { environment: "development" as const };
      return { params: { groupId }, query, body: { status: "resolved", note: "It was the stock." }, target: groupId };
    },
  },
  listRunningExecutions: {
    prepare: async (scene) => {
      await reportRunning(scene.site);
      return {};
    },
  },
  replayExecution: {
    prepare: replayable(),
    waitsForWorker: true,
    inEnvironment: ({ site }, environment) => replayable({ environment })({ site }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({ params: { executionId: (await reportExecution(site)).id } }),
      TIMEOUT: replayable({}, failingSource("TIMEOUT")),
      OVERLOADED: replayable({}, failingSource("OVERLOADED")),
    },
  },
  cancelExecution: {
    prepare: async ({ site }) => ({ params: { executionId: await reportRunning(site) } }),
    inEnvironment: async ({ site }, environment) => ({
      params: { executionId: await reportRunning(site, environment) },
    }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({ params: { executionId: (await reportExecution(site)).id } }),
    },
  },
  getExecution: { prepare: async ({ site }) => ({ params: { executionId: (await reportExecution(site)).id } }) },
  verifyAuditEvents: { prepare: async () => ({}) },
  exportAuditEvents: { prepare: async () => ({ query: { format: "csv", outcome: "denied" } }) },
  listAuditEvents: { prepare: async () => ({ query: { limit: "10", outcome: "success" } }) },
  getOpenapi: { prepare: async () => ({}) },
} satisfies Partial<Recipes>;
