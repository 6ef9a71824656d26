import { fresh, type Site } from "../site.ts";
import type { Recipes } from "../recipe.ts";

const named = ({ id, revision }: { id: string; revision: number }) => ({ params: { endpointId: id }, revision });

async function createDisabled(site: Site) {
  const { id: endpointId } = await site.createEndpoint();
  return site.owner.client.disableRuntimeEndpoint({ params: { endpointId } });
}

export const runtimeEndpointRecipes = {
  listRuntimeEndpoints: { prepare: async () => ({ query: { kind: "mcp" } }) },
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
  disableRuntimeEndpoint: {
    prepare: async ({ site }) => named(await site.createEndpoint()),
    refusals: { INVALID_STATE: async ({ site }) => named(await createDisabled(site)) },
  },
  enableRuntimeEndpoint: {
    prepare: async ({ site }) => named(await createDisabled(site)),
    refusals: { INVALID_STATE: async ({ site }) => named(await site.createEndpoint()) },
  },
} satisfies Partial<Recipes>;
