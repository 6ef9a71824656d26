import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** A separate provider, because each may have only a few tokens. */
async function newProvider({ owner }: Site, use: "console" | "callers" = "console"): Promise<string> {
  const body = {
    name: fresh("provider"),
    issuer: `https://${fresh("login")}.example`,
    clientId: "ferrule",
    clientSecret: fresh("client-secret"),
    use,
  };
  return (await owner.client.createIdentityProvider({ body })).id;
}

async function newToken(site: Site) {
  const providerId = await newProvider(site);
  const { id } = await site.owner.client.createScimToken({ params: { providerId }, body: { name: fresh("token") } });
  return { params: { providerId, tokenId: id } };
}

export const scimRecipes = {
  getDirectory: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { providerId: await newProvider(site) } }),
  },
  createScimToken: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { providerId: await newProvider(site) }, body: { name: fresh("token") } }),
    refusals: {
      INVALID_STATE: async ({ site }) => ({
        params: { providerId: await newProvider(site, "callers") },
        body: { name: fresh("token") },
      }),
    },
  },
  getScimToken: { belongsTo: "installation", prepare: ({ site }) => newToken(site) },
  rotateScimToken: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ ...(await newToken(site)), body: { overlapSeconds: 60 } }),
  },
  deleteScimToken: { belongsTo: "installation", prepare: ({ site }) => newToken(site) },
} satisfies Partial<Recipes>;
