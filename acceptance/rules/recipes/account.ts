import { testPassword } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh } from "../site.ts";

const newPassword = "incorrect rubber boots";

const ownToken: Prepare = async ({ site, asker }) => {
  const body = { name: fresh("token"), role: asker.user.role, projectId: site.projectId };
  return { params: { tokenId: (await asker.client.createToken({ body })).id } };
};

export const accountRecipes = {
  changePassword: {
    spendsSession: true,
    prepare: async ({ asker }) => ({ body: { currentPassword: testPassword, newPassword }, target: asker.user.id }),
    refusals: {
      INVALID_CREDENTIALS: async () => ({ body: { currentPassword: "not the password", newPassword } }),
    },
  },
  listSessions: { prepare: async () => ({}) },
  deleteSession: {
    belongsTo: "user",
    prepare: async ({ site, asker }) => {
      const { client } = await site.controlPlane.signIn(asker.user);
      const { items } = await client.listSessions();
      return { params: { sessionId: items.find(({ current }) => current)?.id ?? "" } };
    },
  },
  listTokens: {
    prepare: async (scene) => {
      await ownToken(scene);
      return {};
    },
  },
  createToken: {
    prepare: async ({ site, asker }) => ({
      body: { name: fresh("token"), role: asker.user.role, projectId: site.projectId },
    }),
    other: (body: object) => ({ ...body, name: "another" }),
    refusals: {
      NOT_FOUND: async ({ asker }) => ({
        body: { name: fresh("token"), role: asker.user.role, projectId: identifier("prj") },
      }),
    },
  },
  getToken: { belongsTo: "user", prepare: ownToken },
  deleteToken: { belongsTo: "user", prepare: ownToken },
} satisfies Partial<Recipes>;
