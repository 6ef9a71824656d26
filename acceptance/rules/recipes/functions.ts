import { failingSource } from "../answering-worker.ts";
import { fresh } from "../site.ts";
import type { Prepare, Recipes } from "../recipe.ts";

const source = "export default async function run() { return {}; }";

/** A request to a new Function, with this body and this source in its draft. */
const toFunction =
  (body?: object, text?: string): Prepare =>
  async ({ site }) => {
    const { id, revision } = await site.createFunction(text);
    return { params: { functionId: id }, revision, ...(body ? { body } : {}) };
  };

export const functionRecipes = {
  listFunctions: {
    prepare: async (scene) => {
      await scene.site.createFunction();
      return {};
    },
  },
  createFunction: {
    prepare: async () => ({
      body: { slug: fresh("function"), source, inputSchema: { type: "object" }, timeoutMs: 500 },
    }),
    other: (body: object) => ({ ...body, timeoutMs: 501 }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const slug = fresh("function");
        await site.owner.client.createFunction({ body: { slug, source } });
        return { body: { slug, source } };
      },
    },
  },
  getFunctionTypes: { prepare: async () => ({}) },
  getFunction: { prepare: toFunction() },
  replaceFunction: { prepare: toFunction({ name: "Replaced", source }) },
  updateFunction: { prepare: toFunction({ description: "Changed." }) },
  deleteFunction: {
    prepare: toFunction(),
    refusals: { IN_USE: async ({ site }) => ({ params: { functionId: (await site.createTool()).functionId } }) },
  },
  getFunctionActivity: { prepare: toFunction() },
  listFunctionVersions: { prepare: toFunction() },
  getFunctionVersion: {
    prepare: async ({ site }) => {
      const { id, revision } = await site.createFunction();
      return { params: { functionId: id, revision: String(revision) } };
    },
  },
  validateFunction: {
    prepare: toFunction({}),
    waitsForWorker: true,
    refusals: { TIMEOUT: toFunction({}, failingSource("TIMEOUT")) },
  },
  testFunction: {
    prepare: toFunction({ input: { text: "hello" } }),
    waitsForWorker: true,
    inEnvironment: (scene, environment) => toFunction({ input: { text: "hello" }, environment })(scene),
    refusals: {
      TIMEOUT: toFunction({ input: {} }, failingSource("TIMEOUT")),
      OVERLOADED: toFunction({ input: {} }, failingSource("OVERLOADED")),
    },
  },
} satisfies Partial<Recipes>;
