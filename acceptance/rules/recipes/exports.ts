import type { Recipes } from "../recipe.ts";
import type { Site } from "../site.ts";

/** Nobody listens there, and a paused export sends nothing. */
const somewhere = "https://receiver.example/ferrule";
const revisionOf = async ({ owner }: Site) => (await owner.client.getExport({})).revision;

export const exportRecipes = {
  getExport: { prepare: async () => ({}) },
  updateExport: {
    prepare: async ({ site }) => ({
      body: { url: somewhere, paused: true, auditEvents: true, authorization: "Bearer that must stay sealed" },
      revision: await revisionOf(site),
    }),
    refusals: {
      INVALID_STATE: async () => ({ body: { url: null, auditEvents: true, executions: true } }),
    },
  },
  testExport: {
    belongsTo: "installation",
    prepare: async ({ site }) => {
      const { url, revision } = await site.owner.client.getExport({});
      const change = { url: somewhere, paused: true, authorization: null };
      if (url === null) {
        await site.owner.client.updateExport({ body: change, headers: { "if-match": `"${revision}"` } });
      }
      return {};
    },
    refusals: {
      INVALID_STATE: async ({ site }) => {
        const change = { url: null, auditEvents: false, executions: false, authorization: null };
        const headers = { "if-match": `"${await revisionOf(site)}"` };
        await site.owner.client.updateExport({ body: change, headers });
        return {};
      },
    },
  },
} satisfies Partial<Recipes>;
