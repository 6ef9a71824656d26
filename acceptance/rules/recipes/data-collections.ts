import type { Environment } from "@ferrule/contract/states.ts";
import { changeCollection, lockCollection } from "@ferrule/control-plane/data/collections/queries.ts";
import { somebodyWaits } from "@ferrule/control-plane/testing/somebody-waits.ts";
import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { released } from "./deployments.ts";

export const orderSchema = {
  type: "object",
  properties: { number: { type: "string", maxLength: 40 }, total: { type: "number", minimum: 0 } },
  required: ["number"],
  additionalProperties: false,
};

const given = () => ({ name: fresh("orders"), schema: orderSchema, uniqueKeys: [["number"]], indexes: ["total"] });

export const createCollection = (site: Site) => site.owner.client.createDataCollection({ body: given() });

export const recordIn = async (site: Site, environment: Environment = "development", collectionId?: string) => {
  const id = collectionId ?? (await createCollection(site)).id;
  const body = { environment, tenantId: "acme", data: { number: fresh("A") } };
  return site.owner.client.createRecord({ params: { collectionId: id }, body });
};

async function granted(site: Site) {
  const { id: collectionId } = await createCollection(site);
  const { id: functionId } = await site.createFunction();
  const body = { subject: { kind: "function", id: functionId }, access: "read", environment: "development" } as const;
  const grant = await site.owner.client.replaceDataCollectionGrant({ params: { collectionId }, body });
  return { params: { collectionId, grantId: grant.id }, body, revision: grant.revision };
}

/** Makes somebody else change the collection after the next request has read it and before it writes. */
async function changeOnceAwaited(site: Site, collectionId: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  const changed = site.controlPlane.app.store.inProject(site.projectId, async (scope) => {
    await lockCollection(scope, collectionId);
    await changeCollection(scope, collectionId, { description: "Changed by somebody else." });
    held.resolve();
    await somebodyWaits(scope);
  });
  changed.catch(held.reject);
  await held.promise;
}

/** A collection whose records have the same total. */
async function withTwins(site: Site) {
  const { id: collectionId, revision } = await createCollection(site);
  for (const number of ["A-1", "A-2"]) {
    const body = { environment: "development" as const, tenantId: "acme", data: { number, total: 3 } };
    await site.owner.client.createRecord({ params: { collectionId }, body });
  }
  return { params: { collectionId }, revision };
}

export const dataCollectionRecipes = {
  listDataCollections: {
    prepare: async (scene) => {
      await createCollection(scene.site);
      return { query: { limit: "5" } };
    },
  },
  createDataCollection: {
    prepare: async () => ({ body: given() }),
    other: (body: object) => ({ ...body, description: "Another." }),
    refusals: {
      CONFLICT: async ({ site }) => ({ body: { ...given(), name: (await createCollection(site)).name } }),
    },
  },
  getDataCollection: { prepare: async ({ site }) => ({ params: { collectionId: (await createCollection(site)).id } }) },
  updateDataCollection: {
    prepare: async ({ site }) => {
      const { id, revision } = await createCollection(site);
      return { params: { collectionId: id }, body: { description: "All orders.", ttlSeconds: 60 }, revision };
    },
    refusals: {
      CONFLICT: async ({ site }) => ({ ...(await withTwins(site)), body: { uniqueKeys: [["total"]] } }),
      INVALID_STATE: async ({ site }) => {
        const body = { name: fresh("notes"), schema: { type: "object" } };
        const { id: collectionId, revision } = await site.owner.client.createDataCollection({ body });
        const data = { tags: ["one"] };
        const record = { environment: "development" as const, tenantId: "acme", data };
        await site.owner.client.createRecord({ params: { collectionId }, body: record });
        return { params: { collectionId }, body: { indexes: ["tags"] }, revision };
      },
    },
  },
  deleteDataCollection: {
    prepare: async ({ site }) => {
      const { id, revision } = await createCollection(site);
      return { params: { collectionId: id }, revision };
    },
    inEnvironment: async ({ site }, environment) => {
      const collectionId = await (environment === "production" ? createAndRelease(site) : writable(site, environment));
      await recordIn(site, environment, collectionId);
      const { name } = await site.owner.client.getDataCollection({ params: { collectionId } });
      return { params: { collectionId }, query: { force: "true", name } };
    },
    refusals: {
      IN_USE: async ({ site }) => ({ params: { collectionId: (await recordIn(site)).collectionId } }),
    },
  },
  createDataCollectionVersion: {
    prepare: async ({ site }) => ({
      params: { collectionId: (await recordIn(site)).collectionId },
      body: {
        schema: { ...orderSchema, required: ["number", "total"] },
        mapping: [{ default: { path: "total", value: 0 } }],
      },
    }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { id: collectionId } = await createCollection(site);
        await changeOnceAwaited(site, collectionId);
        return { params: { collectionId }, body: { schema: { ...orderSchema, required: [] } }, meanwhile: true };
      },
      INCOMPATIBLE_SCHEMA: async ({ site }) => ({
        params: { collectionId: (await recordIn(site)).collectionId },
        body: { schema: { ...orderSchema, required: ["number", "total"] } },
      }),
    },
  },
  previewDataCollectionVersion: {
    prepare: async ({ site }) => ({
      params: { collectionId: (await recordIn(site)).collectionId },
      body: { schema: { ...orderSchema, required: ["number", "total"] } },
    }),
  },
  replaceDataCollectionGrant: {
    prepare: async ({ site }) => {
      const { params, body } = await granted(site);
      return { params: { collectionId: params.collectionId }, body };
    },
  },
  deleteDataCollectionGrant: {
    prepare: async ({ site }) => {
      const { params, revision } = await granted(site);
      return { params, revision };
    },
  },
} satisfies Partial<Recipes>;

const inProduction = new WeakMap<Site, Promise<string>>();

async function createAndRelease(site: Site): Promise<string> {
  const { id } = await createCollection(site);
  await released(site);
  return id;
}

/** A collection in an environment where its records may be written. */
export async function writable(site: Site, environment: Environment): Promise<string> {
  if (environment === "development") return (await createCollection(site)).id;
  const made = inProduction.get(site) ?? createAndRelease(site);
  inProduction.set(site, made);
  return made;
}
