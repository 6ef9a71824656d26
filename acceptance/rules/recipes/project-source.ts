import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { failingSource } from "../answering-worker.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** A source with one Function that the Project lacks. Everything else in the Project stays. */
const added = (): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: fresh("pushed"), name: "Pushed", source: "export default () => 1;" }],
});

/** A source with a Library that has another kind in the Project. */
export async function conflicting(site: Site): Promise<GivenProjectSource> {
  const name = fresh("library");
  await site.owner.client.createLibrary({ body: { kind: "source", name, source: "export {};" } });
  return { ...added(), libraries: [{ kind: "npm", name, package: name, version: "1.0.0" }] };
}

const elsewhere = "0".repeat(64);

const apply: Prepare = async ({ site }) => {
  const source = added();
  const { digest } = await site.owner.client.previewProjectSource({ body: { source } });
  return { body: { source, previewDigest: digest }, target: site.projectId };
};

/** A source with a Function that has tests. */
const tested =
  (source = "export default () => 1;"): Prepare =>
  async ({ site }) => {
    const given = added();
    const functions = given.functions.map((one) => ({ ...one, source, tests: 'import "ferrule/test";' }));
    return { body: { source: { ...given, functions } }, target: site.projectId };
  };

export const projectSourceRecipes = {
  getProjectSource: { prepare: async () => ({}) },
  previewProjectSource: {
    prepare: async () => ({ body: { source: added() } }),
    refusals: {
      CONFLICT: async ({ site }) => ({ body: { source: await conflicting(site) } }),
      INVALID_STATE: async () => ({ body: { source: added(), base: elsewhere } }),
    },
  },
  applyProjectSource: {
    prepare: apply,
    refusals: {
      CONFLICT: async ({ site }) => ({
        body: { source: await conflicting(site), previewDigest: elsewhere },
        target: site.projectId,
      }),
      INVALID_STATE: async ({ site }) => ({
        body: { source: added(), previewDigest: elsewhere },
        target: site.projectId,
      }),
    },
  },
  testProjectSource: {
    prepare: tested(),
    waitsForWorker: true,
    refusals: {
      CONFLICT: async ({ site }) => ({ body: { source: await conflicting(site) } }),
      TIMEOUT: tested(failingSource("TIMEOUT")),
    },
  },
} satisfies Partial<Recipes>;
