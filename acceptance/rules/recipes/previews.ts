import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** A source with one Function, which nothing calls: no worker has to build anything. */
const added = (): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: fresh("previewed"), name: "Previewed", source: "export default () => 1;" }],
});

async function served(site: Site): Promise<{ name: string; id: string }> {
  const { name, id } = await site.owner.client.servePreview({
    params: { name: fresh("preview") },
    body: { source: added() },
  });
  return { name, id };
}

const one: Prepare = async ({ site }) => {
  const { name, id } = await served(site);
  return { params: { name }, target: id };
};

export const previewRecipes = {
  listPreviews: { prepare: async () => ({}) },
  getPreview: { prepare: one },
  rotatePreviewKey: { prepare: one },
  endPreview: { prepare: one },
  servePreview: {
    prepare: async ({ site }) => {
      const { name, id } = await served(site);
      return { params: { name }, body: { source: added() }, target: id };
    },
    refusals: {
      CONFLICT: async () => ({ params: { name: fresh("preview") }, body: { source: added() } }),
      INVALID_STATE: async () => ({ params: { name: fresh("preview") }, body: { source: added() } }),
      TIMEOUT: async () => ({ params: { name: fresh("preview") }, body: { source: added() } }),
    },
  },
} satisfies Partial<Recipes>;
