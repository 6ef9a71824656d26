import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { createCollection, recordIn, writable } from "./data-collections.ts";

const tenantId = "acme";
const newRecord = (environment: Environment = "development") => ({
  environment,
  tenantId,
  data: { number: fresh("A"), total: 12.5 },
});

async function toInsert(site: Site, environment: Environment = "development") {
  return { params: { collectionId: await writable(site, environment) }, body: newRecord(environment) };
}

async function stored(site: Site, environment: Environment = "development") {
  const record = await recordIn(site, environment, await writable(site, environment));
  return { record, params: { collectionId: record.collectionId, recordId: record.id } };
}

async function toReplace(site: Site, environment: Environment = "development") {
  const { record, params } = await stored(site, environment);
  return { params, body: newRecord(environment), revision: record.revision };
}

/** The record exists, so it has a revision. */
async function toUpsert(site: Site, environment: Environment = "development") {
  const { record, params } = await stored(site, environment);
  const body = { environment, tenantId, data: { ...record.data, total: 13.5 } };
  return { params: { collectionId: params.collectionId }, body, revision: record.revision };
}

async function toDelete(site: Site, environment: Environment = "development") {
  const { record, params } = await stored(site, environment);
  return { params, query: { environment, tenantId }, revision: record.revision };
}

const lines = (count: number) =>
  Array.from({ length: count }, () => `${JSON.stringify({ data: { number: fresh("A") } })}\n`).join("");

async function toImport(site: Site, environment: Environment = "development") {
  const params = { collectionId: await writable(site, environment) };
  return { params, query: { environment, tenantId }, text: lines(3) };
}

/** A record in Production, of a collection that is missing after the rollback there. */
async function leftBehind(site: Site) {
  const { collectionId } = await undeployed(site);
  const { projectId } = site;
  await site.controlPlane.app.store.inInstallation(({ tx }) =>
    sql`insert into records (project_id, collection_id, environment, tenant_id, id, version, data)
      values (${projectId}, ${collectionId}, 'production', ${tenantId}, 'rec_left', 1, '{}')`.execute(tx),
  );
  return { params: { collectionId, recordId: "rec_left" }, body: { ...newRecord("production"), revision: 1 } };
}

/** Production knows nothing of a collection that was never deployed. */
const undeployed = async (site: Site) => ({ collectionId: (await createCollection(site)).id });

export const recordRecipes = {
  queryRecords: {
    prepare: async ({ site }) => {
      const { collectionId } = await recordIn(site);
      const orderBy = [{ field: "total", direction: "desc" }];
      return {
        params: { collectionId },
        body: { environment: "development", tenantId, where: { number: { gte: "A" } }, orderBy, limit: 10 },
      };
    },
  },
  listRecordTenants: {
    prepare: async ({ site }) => {
      const { collectionId } = await recordIn(site);
      return { params: { collectionId }, query: { environment: "development", limit: "10" } };
    },
  },
  createRecord: {
    prepare: ({ site }) => toInsert(site),
    other: (body: object) => ({ ...body, data: { number: fresh("A") } }),
    inEnvironment: ({ site }, environment) => toInsert(site, environment),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { collectionId, data } = await recordIn(site);
        return { params: { collectionId }, body: { ...newRecord(), data } };
      },
      INVALID_STATE: async ({ site }) => ({ params: await undeployed(site), body: newRecord("production") }),
    },
  },
  upsertRecord: {
    prepare: ({ site }) => toUpsert(site),
    other: (body: object) => ({ ...body, data: { number: fresh("A") } }),
    inEnvironment: ({ site }, environment) => toUpsert(site, environment),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { id, collectionId } = await recordIn(site);
        return { params: { collectionId }, body: { ...newRecord(), id } };
      },
      INVALID_STATE: async ({ site }) => ({ params: await undeployed(site), body: newRecord("production") }),
    },
  },
  getRecord: {
    prepare: async ({ site }) => ({
      params: (await stored(site)).params,
      query: { environment: "development", tenantId },
    }),
  },
  replaceRecord: {
    prepare: ({ site }) => toReplace(site),
    inEnvironment: ({ site }, environment) => toReplace(site, environment),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { record, params } = await stored(site);
        const other = await recordIn(site, "development", record.collectionId);
        return { params, body: { ...newRecord(), data: other.data, revision: record.revision } };
      },
      INVALID_STATE: ({ site }) => leftBehind(site),
    },
  },
  deleteRecord: {
    prepare: ({ site }) => toDelete(site),
    inEnvironment: ({ site }, environment) => toDelete(site, environment),
  },
  exportRecords: {
    prepare: async ({ site }) => ({
      params: { collectionId: (await recordIn(site)).collectionId },
      query: { environment: "development", tenantId },
    }),
  },
  importRecords: {
    prepare: ({ site }) => toImport(site),
    inEnvironment: ({ site }, environment) => toImport(site, environment),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { collectionId, data } = await recordIn(site);
        const text = `${JSON.stringify({ data })}\n`;
        return { params: { collectionId }, query: { environment: "development", tenantId }, text };
      },
      INVALID_STATE: async ({ site }) => ({
        params: await undeployed(site),
        query: { environment: "production", tenantId },
        text: lines(1),
      }),
    },
  },
} satisfies Partial<Recipes>;
