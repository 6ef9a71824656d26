import { fresh, type Site } from "../site.ts";
import type { Recipes } from "../recipe.ts";

const password = "wet wooden ladders";
const newUser = () => ({
  email: `${fresh("somebody")}@acme.example`,
  name: "Somebody",
  role: "developer" as const,
  password,
});
const create = ({ owner }: Site) => owner.client.createUser({ body: newUser() });

export const userRecipes = {
  listUsers: { prepare: async () => ({}) },
  createUser: {
    prepare: async () => ({ body: newUser() }),
    other: (body: object) => ({ ...body, name: "Somebody else" }),
    refusals: { CONFLICT: async ({ site }) => ({ body: { ...newUser(), email: (await create(site)).email } }) },
  },
  getUser: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { userId: (await create(site)).id } }),
  },
  updateUser: {
    belongsTo: "installation",
    prepare: async ({ site }) => {
      const { id, revision } = await create(site);
      return {
        params: { userId: id },
        revision,
        body: { name: "Renamed", role: "operator", password: "dry wooden ladders" },
      };
    },
    // Users change their own password with the current one.
    refusals: { INVALID_STATE: async ({ asker }) => ({ params: { userId: asker.user.id }, body: { password } }) },
  },
  inviteUser: {
    belongsTo: "installation",
    prepare: async ({ site }) => {
      const { id } = await create(site);
      return { params: { userId: id }, target: id };
    },
    refusals: { INVALID_STATE: async ({ asker }) => ({ params: { userId: asker.user.id } }) },
  },
} satisfies Partial<Recipes>;
