import { fresh, type Site } from "../site.ts";
import type { Recipes } from "../recipe.ts";

const create = ({ owner }: Site) => owner.client.createProject({ body: { slug: fresh("project") } });

async function createArchived(site: Site) {
  const { id: projectId } = await create(site);
  return site.owner.client.archiveProject({ params: { projectId } });
}

const named = ({ id, revision }: { id: string; revision: number }) => ({ params: { projectId: id }, revision });

export const projectRecipes = {
  listProjects: { prepare: async () => ({}) },
  createProject: {
    prepare: async () => ({ body: { slug: fresh("project"), name: "A Project" } }),
    other: (body: object) => ({ ...body, name: "Another" }),
    refusals: { CONFLICT: async ({ site }) => ({ body: { slug: (await create(site)).slug } }) },
  },
  getProject: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { projectId: site.projectId } }),
  },
  updateProject: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ ...named(await create(site)), body: { name: "Renamed" } }),
  },
  selectProject: {
    belongsTo: "installation",
    spendsSession: true,
    prepare: async ({ site }) => named(await create(site)),
  },
  archiveProject: {
    belongsTo: "installation",
    prepare: async ({ site }) => named(await create(site)),
    refusals: { INVALID_STATE: async ({ site }) => named(await createArchived(site)) },
  },
  deleteProject: {
    belongsTo: "installation",
    prepare: async ({ site }) => named(await createArchived(site)),
    refusals: { INVALID_STATE: async ({ site }) => named(await create(site)) },
  },
} satisfies Partial<Recipes>;
