import { buildQueued } from "../answering-worker.ts";
import { fresh, type Site } from "../site.ts";
import type { Recipes } from "../recipe.ts";

const named = ({ id, revision }: { id: string; revision: number }) => ({ params: { endpointId: id }, revision });

async function createDisabled(site: Site) {
  const { id: endpointId } = await site.createEndpoint();
  return site.owner.client.disableRuntimeEndpoint({ params: { endpointId } });
}

const stopped = { environment: "production" } as const;

async function createStopped(site: Site) {
  const { id: endpointId } = await site.createEndpoint();
  await site.owner.client.stopRuntimeEndpoint({ params: { endpointId }, body: stopped });
  return { endpointId };
}

export const runtimeEndpointRecipes = {
  listRuntimeEndpoints: {
    prepare: async (scene) => {
      await scene.site.createEndpoint();
      return { query: { kind: "mcp" } };
    },
  },
  createRuntimeEndpoint: {
    prepare: async () => ({ body: { kind: "mcp", slug: fresh("endpoint"), name: "An endpoint" } }),
    other: (body: object) => ({ ...body, name: "Another" }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const slug = fresh("endpoint");
        await site.owner.client.createRuntimeEndpoint({ body: { kind: "http", slug } });
        return { body: { kind: "mcp", slug } };
      },
    },
  },
  getRuntimeEndpoint: { prepare: async ({ site }) => named(await site.createEndpoint()) },
  updateRuntimeEndpoint: {
    prepare: async ({ site }) => ({
      ...named(await site.createEndpoint()),
      body: { limits: { requestsPerMinute: 7 } },
    }),
  },
  deleteRuntimeEndpoint: {
    prepare: async ({ site }) => named(await site.createEndpoint()),
    refusals: {
      IN_USE: async ({ site }) => {
        const { endpointId, id: bindingId } = await site.createTool();
        const { client } = site.owner;
        await buildQueued(site.controlPlane, (await client.createDeployment({ body: {} })).id);
        await client.deleteMcpBinding({ params: { endpointId, bindingId } });
        return { params: { endpointId } };
      },
    },
  },
  disableRuntimeEndpoint: {
    prepare: async ({ site }) => named(await site.createEndpoint()),
    refusals: { INVALID_STATE: async ({ site }) => named(await createDisabled(site)) },
  },
  stopRuntimeEndpoint: {
    prepare: async ({ site }) => ({
      params: { endpointId: (await site.createEndpoint()).id },
      body: { environment: "production", reason: "Wrong prices" },
    }),
    refusals: { INVALID_STATE: async ({ site }) => ({ params: await createStopped(site), body: stopped }) },
  },
  resumeRuntimeEndpoint: {
    prepare: async ({ site }) => ({ params: await createStopped(site), body: stopped }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({ params: { endpointId: (await site.createEndpoint()).id }, body: stopped }),
    },
  },
  enableRuntimeEndpoint: {
    prepare: async ({ site }) => named(await createDisabled(site)),
    refusals: { INVALID_STATE: async ({ site }) => named(await site.createEndpoint()) },
  },
} satisfies Partial<Recipes>;
