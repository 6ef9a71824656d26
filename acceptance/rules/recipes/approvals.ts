import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import { connectWorker } from "@ferrule/control-plane/doors/internal/testing/connect-worker.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Recipes } from "../recipe.ts";
import type { Site } from "../site.ts";

const digest = "7".repeat(64);

/** A call that waits for one person of any role. */
export async function storeApproval(site: Site): Promise<{ approvalId: string; runId: string }> {
  const { internalUrl, settings } = site.controlPlane;
  const { id: bindingId, endpointId, functionId } = await site.createRoute();
  const run: NewRun = {
    id: identifier("run"),
    environment: "development",
    functionId,
    mode: "once",
    source: "http",
    endpointId,
    bindingId,
    deploymentId: null,
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    key: null,
    concurrencyKey: null,
    delayMs: 0,
    priority: 0,
    deadlineSeconds: 3_600,
    onRelease: "stay",
    concurrency: null,
    rate: null,
    input: "{}",
    shownInput: "{}",
    approval: {
      title: "Refund an order",
      summary: "",
      details: "{}",
      digest,
      by: { roles: ["owner", "admin", "developer", "operator"], people: [], groups: [], caller: false },
      people: 1,
      notAsker: true,
      expiresSeconds: 3_600,
    },
    trace: null,
  };
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], identifier("wrk"));
  const { body } = await worker.ask("startRuns", { projectId: site.projectId, runs: [run] });
  const [started] = body["results"] as { approvalId: string }[];
  return { approvalId: started?.approvalId ?? "", runId: run.id };
}

const approved = { decision: "approved" as const, reason: "As agreed.", digest };

async function storeDecided(site: Site): Promise<{ approvalId: string }> {
  const { approvalId } = await storeApproval(site);
  await site.owner.client.decideApproval({ params: { approvalId }, body: approved });
  return { approvalId };
}

export const approvalRecipes = {
  listApprovals: {
    prepare: async ({ site }) => {
      const { runId } = await storeApproval(site);
      return { query: { environment: "development", status: "pending", mine: "true", runId, limit: "10" } };
    },
  },
  getApproval: {
    prepare: async ({ site }) => ({ params: { approvalId: (await storeApproval(site)).approvalId } }),
  },
  decideApproval: {
    prepare: async ({ site }) => ({
      params: { approvalId: (await storeApproval(site)).approvalId },
      body: approved,
    }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({
        params: { approvalId: (await storeDecided(site)).approvalId },
        body: approved,
      }),
    },
  },
  createApprovalLink: {
    prepare: async ({ site }) => ({ params: { approvalId: (await storeApproval(site)).approvalId } }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({ params: { approvalId: (await storeDecided(site)).approvalId } }),
    },
  },
  openApprovalLink: {
    prepare: async ({ site }) => {
      const { approvalId } = await storeApproval(site);
      const { url } = await site.owner.client.createApprovalLink({ params: { approvalId } });
      return { body: { token: new URL(url).searchParams.get("link") } };
    },
    refusals: { NOT_FOUND: () => Promise.resolve({ body: { token: "apr_none.0.none" } }) },
  },
} satisfies Partial<Recipes>;
