import type { Environment } from "@ferrule/contract/states.ts";
import { buildQueued } from "../answering-worker.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const newConnection = (environment: Environment, prefix = "connection") => ({
  name: fresh(prefix).replace("-", "_"),
  environment,
  url: `postgres://reader:${fresh("password-that-must-stay-sealed")}@db.example:5432/shop`,
});

async function create(site: Site, environment: Environment) {
  const { id, revision } = await site.owner.client.createConnection({ body: newConnection(environment) });
  return { params: { connectionId: id }, revision };
}

/** A connection that the worker cannot use. */
const failing =
  (code: string): Prepare =>
  async ({ site }) => {
    const body = newConnection("development", `fails_${code}`);
    return { params: { connectionId: (await site.owner.client.createConnection({ body })).id } };
  };

const changed = async (site: Site, environment: Environment) => ({
  ...(await create(site, environment)),
  body: { readOnly: false, maxRows: 50 },
});

/** A connection that Development's deployment declares. */
const inUse: Prepare = async ({ site }) => {
  const { client } = site.owner;
  const { id: connectionId, name } = await client.createConnection({ body: newConnection("development") });
  const { id: functionId } = await site.createFunction();
  const permissions = { secrets: [], hosts: [], collections: [], cache: false };
  await client.updateFunction({
    params: { functionId },
    body: { permissions: { ...permissions, connections: [name] } },
  });
  const { id: endpointId } = await site.createEndpoint("mcp");
  await client.createMcpBinding({
    params: { endpointId },
    body: { functionId, toolName: fresh("tool"), description: "A tool." },
  });
  await buildQueued(site.controlPlane, (await client.createDeployment({ body: {} })).id);
  await client.updateFunction({ params: { functionId }, body: { permissions } });
  return { params: { connectionId } };
};

const inEither = ({ site }: { site: Site }, environment: Environment) => create(site, environment);

export const connectionRecipes = {
  listConnections: {
    prepare: async (scene) => {
      await create(scene.site, "development");
      return { query: { environment: "development" } };
    },
  },
  createConnection: {
    prepare: async () => ({ body: newConnection("development") }),
    other: (body: object) => ({ ...body, environment: "production" }),
    inEnvironment: async (_scene, environment) => ({ body: newConnection(environment) }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const body = newConnection("development");
        await site.owner.client.createConnection({ body });
        return { body };
      },
    },
  },
  getConnection: { prepare: ({ site }) => create(site, "development") },
  updateConnection: {
    prepare: ({ site }) => changed(site, "development"),
    inEnvironment: ({ site }, environment) => changed(site, environment),
  },
  deleteConnection: {
    prepare: ({ site }) => create(site, "development"),
    inEnvironment: inEither,
    refusals: { IN_USE: inUse },
  },
  testConnection: {
    waitsForWorker: true,
    prepare: ({ site }) => create(site, "development"),
    inEnvironment: inEither,
    refusals: { TIMEOUT: failing("timeout") },
  },
  getConnectionSchema: { prepare: ({ site }) => create(site, "development") },
  updateConnectionSchema: {
    waitsForWorker: true,
    prepare: ({ site }) => create(site, "development"),
    inEnvironment: inEither,
    refusals: { TIMEOUT: failing("timeout"), INVALID_STATE: failing("invalid_state") },
  },
} satisfies Partial<Recipes>;
