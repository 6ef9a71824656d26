import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const source = "export const one = 1;";
const create = (site: Site, name = fresh("library")) =>
  site.owner.client.createLibrary({ body: { kind: "source", name, source } });
const named = ({ id, revision }: { id: string; revision: number }) => ({ params: { libraryId: id }, revision });

export const libraryRecipes = {
  listLibraries: {
    prepare: async (scene) => {
      await create(scene.site);
      return {};
    },
  },
  createLibrary: {
    prepare: async () => ({ body: { kind: "npm", name: fresh("package"), version: "1.0.0" } }),
    other: (body: object) => ({ ...body, version: "1.0.1" }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { name } = await create(site);
        return { body: { kind: "source", name, source } };
      },
    },
  },
  getLibrary: { prepare: async ({ site }) => named(await create(site)) },
  replaceLibrary: { prepare: async ({ site }) => ({ ...named(await create(site)), body: { source } }) },
  deleteLibrary: {
    prepare: async ({ site }) => named(await create(site)),
    refusals: {
      IN_USE: async ({ site }) => {
        const library = await create(site);
        await site.createFunction(`import { one } from "lib/${library.name}"; export default () => one;`);
        return named(library);
      },
    },
  },
} satisfies Partial<Recipes>;
