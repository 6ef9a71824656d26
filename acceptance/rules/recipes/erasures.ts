import type { Recipes } from "../recipe.ts";
import { fresh } from "../site.ts";

const subject = () => ({ subject: "tenant" as const, name: fresh("gone") });

export const erasureRecipes = {
  listErasures: {
    prepare: async (scene) => {
      await scene.site.owner.client.createErasure({ body: { ...subject(), reason: "They asked for it." } });
      return {};
    },
  },
  previewErasure: { prepare: async () => ({ body: subject() }) },
  createErasure: { prepare: async () => ({ body: { ...subject(), reason: "They asked for it." } }) },
} satisfies Partial<Recipes>;
