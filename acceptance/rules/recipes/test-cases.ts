import type { Environment } from "@ferrule/contract/states.ts";
import { failingSource } from "../answering-worker.ts";
import type { Recipes, Scene } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const given = () => ({ name: fresh("case"), input: { text: "hello" }, environment: "development" as const });

async function saved(site: Site, environment: Environment = "development", source?: string) {
  const { id: functionId } = await site.createFunction(source);
  return site.owner.client.createTestCase({ params: { functionId }, body: { ...given(), environment } });
}

const toRun = async ({ site }: Scene, environment?: Environment, source?: string) => {
  const { functionId, id } = await saved(site, environment, source);
  return { params: { functionId, testCaseId: id }, body: {} };
};

export const testCaseRecipes = {
  listTestCases: { prepare: async ({ site }) => ({ params: { functionId: (await saved(site)).functionId } }) },
  createTestCase: {
    prepare: async ({ site }) => ({
      params: { functionId: (await site.createFunction()).id },
      body: { ...given(), expect: { status: "succeeded", output: { text: "hello" } } },
    }),
    other: (body: object) => ({ ...body, environment: "production" }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { functionId, name } = await saved(site);
        return { params: { functionId }, body: { ...given(), name } };
      },
      INVALID_STATE: async ({ site }) => {
        const params = { functionId: (await site.createFunction()).id };
        for (let made = 0; made < 100; made += 1) {
          await site.owner.client.createTestCase({ params, body: given() });
        }
        return { params, body: given() };
      },
    },
  },
  getTestCase: {
    prepare: async ({ site }) => {
      const { functionId, id } = await saved(site);
      return { params: { functionId, testCaseId: id } };
    },
  },
  updateTestCase: {
    prepare: async ({ site }) => {
      const { functionId, id, revision } = await saved(site);
      return { params: { functionId, testCaseId: id }, revision, body: { expect: { status: "succeeded" } } };
    },
    refusals: {
      CONFLICT: async ({ site }) => {
        const { functionId, name } = await saved(site);
        const { id, revision } = await site.owner.client.createTestCase({ params: { functionId }, body: given() });
        return { params: { functionId, testCaseId: id }, revision, body: { name } };
      },
    },
  },
  runTestCase: {
    prepare: async (scene) => toRun(scene),
    waitsForWorker: true,
    inEnvironment: toRun,
    refusals: {
      TIMEOUT: async (scene) => toRun(scene, "development", failingSource("TIMEOUT")),
      OVERLOADED: async (scene) => toRun(scene, "development", failingSource("OVERLOADED")),
    },
  },
  runTestCases: {
    prepare: async ({ site }) => ({ params: { functionId: (await saved(site)).functionId }, body: {} }),
    waitsForWorker: true,
    inEnvironment: async ({ site }, environment) => ({
      params: { functionId: (await saved(site, environment)).functionId },
      body: { environment },
    }),
  },
  deleteTestCase: {
    prepare: async ({ site }) => {
      const { functionId, id, revision } = await saved(site);
      return { params: { functionId, testCaseId: id }, revision };
    },
  },
} satisfies Partial<Recipes>;
