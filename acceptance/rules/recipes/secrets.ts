import type { Environment } from "@ferrule/contract/states.ts";
import { buildQueued } from "../answering-worker.ts";
import { fresh, type Site } from "../site.ts";
import type { Prepare, Recipes } from "../recipe.ts";

const newSecret = (environment: Environment) => ({
  name: fresh("SECRET").replace("-", "_"),
  environment,
  value: fresh("value that must stay sealed"),
});

async function create(site: Site, environment: Environment) {
  const { id, revision } = await site.owner.client.createSecret({ body: newSecret(environment) });
  return { params: { secretId: id }, revision };
}

const rotated = async (site: Site, environment: Environment) => ({
  ...(await create(site, environment)),
  body: { value: fresh("another value that must stay sealed") },
});

/** A secret that Development's deployment declares. */
const inUse: Prepare = async ({ site }) => {
  const { client } = site.owner;
  const { id: secretId, name } = await client.createSecret({ body: newSecret("development") });
  const { id: functionId } = await site.createFunction();
  const permissions = { secrets: [name], hosts: [], collections: [], cache: false };
  await client.updateFunction({ params: { functionId }, body: { permissions } });
  const { id: endpointId } = await site.createEndpoint("mcp");
  await client.createMcpBinding({
    params: { endpointId },
    body: { functionId, toolName: fresh("tool"), description: "A tool." },
  });
  await buildQueued(site.controlPlane, (await client.createDeployment({ body: {} })).id);
  // The deployment declares it but the draft no longer does, so that the next deployments of this Project can be
  // released.
  await client.updateFunction({ params: { functionId }, body: { permissions: { ...permissions, secrets: [] } } });
  return { params: { secretId } };
};

export const secretRecipes = {
  listMissingSecrets: {
    prepare: async ({ site }) => {
      const { id: functionId } = await site.createFunction();
      const permissions = { secrets: [newSecret("development").name], hosts: [], collections: [], cache: false };
      await site.owner.client.updateFunction({ params: { functionId }, body: { permissions } });
      return { query: { environment: "development" } };
    },
  },
  listSecrets: {
    prepare: async (scene) => {
      await create(scene.site, "development");
      return { query: { environment: "development" } };
    },
  },
  createSecret: {
    prepare: async () => ({ body: newSecret("development") }),
    other: (body: object) => ({ ...body, environment: "production" }),
    inEnvironment: async (_scene, environment) => ({ body: newSecret(environment) }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const body = newSecret("development");
        await site.owner.client.createSecret({ body });
        return { body };
      },
    },
  },
  getSecret: { prepare: ({ site }) => create(site, "development") },
  rotateSecret: {
    prepare: ({ site }) => rotated(site, "development"),
    inEnvironment: ({ site }, environment) => rotated(site, environment),
  },
  deleteSecret: {
    prepare: ({ site }) => create(site, "development"),
    inEnvironment: ({ site }, environment) => create(site, environment),
    refusals: { IN_USE: inUse },
  },
} satisfies Partial<Recipes>;
