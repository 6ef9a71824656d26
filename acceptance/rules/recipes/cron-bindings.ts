import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** It fires so rarely that it does not fire during the test. */
const given = (functionId: string) => ({ functionId, name: fresh("cron"), schedule: "0 3 29 2 *", timezone: "UTC" });

async function made(site: Site) {
  const { id: functionId } = await site.createFunction();
  const { id, revision } = await site.owner.client.createCronBinding({ body: given(functionId) });
  return { params: { cronBindingId: id }, revision };
}

const nowhere = "fn_000000000000000000000000";

export const cronBindingRecipes = {
  listCronBindings: {
    prepare: async (scene) => {
      await made(scene.site);
      return { query: { environment: "development", limit: "10" } };
    },
  },
  createCronBinding: {
    prepare: async ({ site }) => ({ body: given((await site.createFunction()).id) }),
    other: (body: object) => ({ ...body, schedule: "0 4 29 2 *" }),
    refusals: { NOT_FOUND: async () => ({ body: given(nowhere) }) },
  },
  previewCronBinding: {
    prepare: async ({ site }) => ({
      body: { functionId: (await site.createFunction()).id, schedule: "0 3 29 2 *", timezone: "UTC", input: { a: 1 } },
    }),
    refusals: { NOT_FOUND: async () => ({ body: { functionId: nowhere, schedule: "0 3 29 2 *" } }) },
  },
  getCronBinding: { prepare: async ({ site }) => ({ params: (await made(site)).params }) },
  updateCronBinding: {
    prepare: async ({ site }) => ({ ...(await made(site)), body: { timezone: "Europe/Berlin", input: { a: 1 } } }),
  },
  deleteCronBinding: { prepare: ({ site }) => made(site) },
  runCronBinding: {
    // The response is the run, but the audit names the binding.
    prepare: async ({ site }) => {
      const { params } = await made(site);
      return { params, target: params.cronBindingId };
    },
  },
  listCronRuns: {
    prepare: async ({ site }) => {
      const { params } = await made(site);
      await site.owner.client.runCronBinding({ params });
      return { params, query: { status: "skipped", limit: "10" } };
    },
  },
} satisfies Partial<Recipes>;
