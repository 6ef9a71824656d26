import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { provider } from "./identity.ts";

const onEndpoint = async (site: Site) => ({ params: { endpointId: (await site.createEndpoint()).id } });

export const authPolicyRecipes = {
  listAccess: { prepare: async ({ site }) => ({ query: { endpointId: (await site.createKey()).endpointId } }) },
  exportAccess: { prepare: async () => ({ query: { format: "csv", stale: "true" } }) },
  listAuthPolicies: {
    prepare: async (scene) => {
      await scene.site.createEndpoint();
      return {};
    },
  },
  listEndpointAuthPolicies: { prepare: ({ site }) => onEndpoint(site) },
  replaceAuthPolicy: {
    prepare: async ({ site }) => {
      const { params } = await onEndpoint(site);
      const { items } = await site.owner.client.listEndpointAuthPolicies({ params });
      const policy = items.find(({ environment }) => environment === "development");
      const body = {
        environment: "development",
        caller: { mode: "none" },
        allowedOrigins: ["https://app.acme.example"],
      };
      return { params, body, revision: policy?.revision ?? 0 };
    },
  },
  evaluateAuthPolicy: {
    prepare: async ({ site }) => {
      const { endpointId, keyId } = await site.createKey();
      return { params: { endpointId }, body: { environment: "development", keyId, target: "a-tool" } };
    },
  },
  listQuotaUses: {
    prepare: async ({ site }) => ({ ...(await onEndpoint(site)), query: { environment: "development" } }),
  },
  testTokenIssuer: { prepare: async () => ({ body: { issuer: (await provider()).issuer } }) },
  createApiKey: {
    prepare: async ({ site }) => ({
      ...(await onEndpoint(site)),
      body: { name: fresh("key"), environment: "development", tenantId: "acme" },
    }),
    other: (body: object) => ({ ...body, environment: "production" }),
  },
  getApiKey: { prepare: async ({ site }) => ({ params: await site.createKey() }) },
  deleteApiKey: { prepare: async ({ site }) => ({ params: await site.createKey() }) },
  rotateApiKey: {
    prepare: async ({ site }) => ({ params: await site.createKey(), body: { overlapSeconds: 60 } }),
    refusals: {
      INVALID_STATE: async ({ site }) => {
        const params = await site.createKey();
        await site.owner.client.deleteApiKey({ params });
        return { params };
      },
    },
  },
} satisfies Partial<Recipes>;
