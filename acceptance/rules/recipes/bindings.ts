import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const tool = (functionId: string) => ({ functionId, toolName: fresh("tool"), description: "A tool." });
const route = (functionId: string) => ({ functionId, method: "POST", path: `/${fresh("route")}/{orderId}` });

const named = ({ endpointId, id, revision }: { endpointId: string; id: string; revision: number }) => ({
  params: { endpointId, bindingId: id },
  revision,
});

const toEndpoint = async (site: Site, kind: "mcp" | "http", bodyOf: (functionId: string) => object) => ({
  params: { endpointId: (await site.createEndpoint(kind)).id },
  body: bodyOf((await site.createFunction()).id),
});

export const bindingRecipes = {
  listMcpBindings: { prepare: async ({ site }) => ({ params: { endpointId: (await site.createTool()).endpointId } }) },
  createMcpBinding: {
    prepare: ({ site }) => toEndpoint(site, "mcp", tool),
    other: (body: object) => ({ ...body, description: "Another tool." }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { endpointId, functionId, toolName } = await site.createTool();
        return { params: { endpointId }, body: { ...tool(functionId), toolName } };
      },
      INVALID_STATE: ({ site }) => toEndpoint(site, "http", tool),
    },
  },
  updateMcpBinding: {
    prepare: async ({ site }) => {
      const { id: functionId } = await site.createFunction();
      return { ...named(await site.createTool()), body: { functionId, enabled: false } };
    },
    refusals: {
      CONFLICT: async ({ site }) => {
        const bound = await site.createTool();
        const { params, body } = { params: { endpointId: bound.endpointId }, body: tool(bound.functionId) };
        const { toolName } = await site.owner.client.createMcpBinding({ params, body });
        return { ...named(bound), body: { toolName, confirmRename: true } };
      },
    },
  },
  getMcpBinding: { prepare: async ({ site }) => named(await site.createTool()) },
  getKeptContent: {
    prepare: async ({ site }) => ({ params: { bindingId: (await site.createTool()).id } }),
  },
  deleteMcpBinding: { prepare: async ({ site }) => named(await site.createTool()) },
  listHttpBindings: {
    prepare: async ({ site }) => ({ params: { endpointId: (await site.createRoute()).endpointId } }),
  },
  createHttpBinding: {
    prepare: ({ site }) => toEndpoint(site, "http", route),
    other: (body: object) => ({ ...body, description: "Another route." }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { endpointId, functionId, path } = await site.createRoute();
        return { params: { endpointId }, body: { functionId, method: "GET", path } };
      },
      INVALID_STATE: ({ site }) => toEndpoint(site, "mcp", route),
    },
  },
  updateHttpBinding: {
    prepare: async ({ site }) => {
      const { id: functionId } = await site.createFunction();
      return { ...named(await site.createRoute()), body: { functionId, successStatus: 201 } };
    },
    refusals: {
      CONFLICT: async ({ site }) => {
        const bound = await site.createRoute();
        const { endpointId, functionId } = bound;
        const body = { functionId, method: "GET" as const, path: `/${fresh("route")}` };
        await site.owner.client.createHttpBinding({ params: { endpointId }, body });
        return { ...named(bound), body: { path: body.path } };
      },
    },
  },
  getHttpBinding: { prepare: async ({ site }) => named(await site.createRoute()) },
  deleteHttpBinding: { prepare: async ({ site }) => named(await site.createRoute()) },
} satisfies Partial<Recipes>;
