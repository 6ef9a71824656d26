import type { Recipes } from "../recipe.ts";
import type { Site } from "../site.ts";

const tool = "csv-to-json";
const webhook = "webhook-receiver";

async function ontoEndpoint(site: Site, kind: "mcp" | "http", templateId: string) {
  const { id: endpointId } = await site.createEndpoint(kind);
  return { params: { endpointId, templateId }, body: {} };
}

/** Takes every slug that an endpoint whose slug starts with this one could get; slugs that are already taken stay. */
async function takeSlugs({ owner: { client } }: Site, slug: string): Promise<void> {
  const slugs = Array.from({ length: 99 }, (_, n) => (n === 0 ? slug : `${slug}-${n + 1}`));
  await Promise.allSettled(slugs.map((slug) => client.createRuntimeEndpoint({ body: { kind: "http", slug } })));
}

export const templateRecipes = {
  listTemplates: { prepare: async () => ({}) },
  installTemplate: {
    prepare: async () => ({ body: { templateId: tool, parameters: {} }, target: tool }),
    other: (body: object) => ({ ...body, parameters: { maxRows: 7 } }),
    refusals: {
      NOT_FOUND: async () => ({ body: { templateId: "none" }, target: "none" }),
      CONFLICT: async ({ site }) => {
        await takeSlugs(site, "feature-flags");
        return { body: { templateId: "feature-flags" }, target: "feature-flags" };
      },
    },
  },
  installTemplateOntoEndpoint: {
    prepare: ({ site }) => ontoEndpoint(site, "mcp", tool),
    other: () => ({ parameters: { maxRows: 7 } }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const prepared = await ontoEndpoint(site, "http", tool);
        await site.owner.client.installTemplateOntoEndpoint(prepared);
        return prepared;
      },
      INVALID_STATE: ({ site }) => ontoEndpoint(site, "http", webhook),
    },
  },
} satisfies Partial<Recipes>;
