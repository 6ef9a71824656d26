import { randomBytes } from "node:crypto";
import { replaceLink } from "@ferrule/control-plane/people/session/queries.ts";
import { changeUser } from "@ferrule/control-plane/people/users/queries.ts";
import { testPassword, type TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { Recipes } from "../recipe.ts";
import { sha256 } from "../world.ts";

async function newUser(controlPlane: TestControlPlane, status: "active" | "disabled" = "active") {
  const user = await controlPlane.createUser("developer");
  if (status === "disabled")
    await controlPlane.app.store.inInstallation((scope) => changeUser(scope, user.id, { status }));
  return user;
}

async function newLink(controlPlane: TestControlPlane, status?: "disabled") {
  const { id } = await newUser(controlPlane, status);
  const token = randomBytes(32).toString("base64url");
  const link = { sha256: sha256(token), userId: id, expiresAt: new Date(Date.now() + 3_600_000) };
  await controlPlane.app.store.inInstallation((scope) => replaceLink(scope, link));
  return { body: { token }, target: id };
}

const elsewhere = { origin: "https://elsewhere.example" };

export const sessionRecipes = {
  login: {
    belongsTo: "installation",
    prepare: async ({ site }) => {
      const { id, email } = await newUser(site.controlPlane);
      return { body: { email, password: testPassword }, target: id };
    },
    refusals: {
      INVALID_CREDENTIALS: async ({ site }) => ({
        body: { email: (await newUser(site.controlPlane)).email, password: "not the password" },
      }),
      ACCOUNT_DISABLED: async ({ site }) => ({
        body: { email: (await newUser(site.controlPlane, "disabled")).email, password: testPassword },
      }),
      FORBIDDEN: async ({ site }) => ({
        body: { email: (await newUser(site.controlPlane)).email, password: testPassword },
        headers: elsewhere,
      }),
    },
  },
  loginWithLink: {
    belongsTo: "installation",
    prepare: ({ site }) => newLink(site.controlPlane),
    refusals: {
      INVALID_CREDENTIALS: async () => ({ body: { token: "not a token" } }),
      ACCOUNT_DISABLED: ({ site }) => newLink(site.controlPlane, "disabled"),
      FORBIDDEN: async ({ site }) => ({ ...(await newLink(site.controlPlane)), headers: elsewhere }),
    },
  },
  logout: { spendsSession: true, prepare: async ({ asker }) => ({ target: asker.user.id }) },
  getSession: { belongsTo: "installation", prepare: async () => ({}) },
  getMe: { prepare: async () => ({}) },
} satisfies Partial<Recipes>;
