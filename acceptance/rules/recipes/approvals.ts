import type { Recipes } from "../recipe.ts";
import type { Site } from "../site.ts";
import { startStored } from "./runs.ts";

const digest = "7".repeat(64);

/** A call that waits for one person of any role. */
export async function storeApproval(site: Site): Promise<{ approvalId: string; runId: string }> {
  const { id: bindingId, endpointId, functionId } = await site.createRoute();
  const { run, approvalId } = await startStored(site, {
    functionId,
    mode: "once",
    endpointId,
    bindingId,
    deploymentId: null,
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
  });
  return { approvalId: approvalId ?? "", runId: run.id };
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
