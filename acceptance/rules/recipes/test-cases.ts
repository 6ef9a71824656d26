import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const given = () => ({ name: fresh("case"), input: { text: "hello" }, environment: "development" as const });

async function saved(site: Site) {
  const { id: functionId } = await site.createFunction();
  return site.owner.client.createTestCase({ params: { functionId }, body: given() });
}

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
  deleteTestCase: {
    prepare: async ({ site }) => {
      const { functionId, id, revision } = await saved(site);
      return { params: { functionId, testCaseId: id }, revision };
    },
  },
} satisfies Partial<Recipes>;
