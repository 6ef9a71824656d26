import type { Recipes } from "../recipe.ts";
import { fresh } from "../site.ts";

const subject = () => ({ subject: "tenant", name: fresh("gone") });

export const erasureRecipes = {
  listErasures: { prepare: async () => ({}) },
  previewErasure: { prepare: async () => ({ body: subject() }) },
  createErasure: { prepare: async () => ({ body: { ...subject(), reason: "They asked for it." } }) },
} satisfies Partial<Recipes>;
