import { randomBytes } from "node:crypto";
import { decideWaiting, findWaiting, insertCliSignIn } from "@ferrule/control-plane/people/cli-sign-in/queries.ts";
import { newUserCode } from "@ferrule/control-plane/people/cli-sign-in/user-code.ts";
import { changeUser } from "@ferrule/control-plane/people/users/queries.ts";
import type { Scene, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { sha256 } from "../world.ts";
import { elsewhere } from "./identity.ts";

/** A waiting sign-in. We store it directly, because all sign-ins here come from one address, which is limited. */
async function begin({ controlPlane }: Site) {
  const deviceCode = randomBytes(32).toString("base64url");
  const userCode = newUserCode();
  const row = {
    deviceCodeSha256: sha256(deviceCode),
    userCode,
    machine: fresh("laptop"),
    projectSlug: null,
    validDays: 30,
    ip: "192.0.2.7",
    expiresAt: new Date(Date.now() + 600_000),
  };
  const id = await controlPlane.app.store.inInstallation(async (scope) => {
    await insertCliSignIn(scope, row, 10_000);
    return (await findWaiting(scope, userCode))?.id ?? "";
  });
  return { id, deviceCode, params: { userCode } };
}

const asked = async ({ site }: Scene) => {
  const { id, params } = await begin(site);
  return { params, target: id };
};

/** A sign-in that a separate user has decided. */
async function decided(site: Site, state: "allowed" | "denied") {
  const { controlPlane, projectId } = site;
  const { id, deviceCode } = await begin(site);
  const user = await controlPlane.createUser("developer");
  const allowed = { state: "allowed", userId: user.id, projectId, role: "developer", validDays: 30 } as const;
  await controlPlane.app.store.inInstallation((scope) =>
    decideWaiting(scope, id, state === "denied" ? { state } : allowed),
  );
  return { user, prepared: { body: { deviceCode } } };
}

export const cliSignInRecipes = {
  createCliSignIn: {
    belongsTo: "installation",
    prepare: async () => ({ body: { machine: fresh("laptop") } }),
    refusals: { FORBIDDEN: async () => ({ body: { machine: fresh("laptop") }, headers: elsewhere }) },
  },
  redeemCliSignIn: {
    belongsTo: "installation",
    byCaller: true,
    prepare: async ({ site }) => (await decided(site, "allowed")).prepared,
    refusals: {
      INVALID_STATE: async ({ site }) => ({ body: { deviceCode: (await begin(site)).deviceCode } }),
      FORBIDDEN: async ({ site }) => (await decided(site, "denied")).prepared,
      NOT_FOUND: async () => ({ body: { deviceCode: "not-a-code" } }),
      ACCOUNT_DISABLED: async ({ site }) => {
        const { user, prepared } = await decided(site, "allowed");
        const { store } = site.controlPlane.app;
        await store.inInstallation((scope) => changeUser(scope, user.id, { status: "disabled" }));
        return prepared;
      },
    },
  },
  getCliSignIn: { belongsTo: "installation", prepare: asked },
  allowCliSignIn: {
    belongsTo: "installation",
    prepare: async (scene) => ({
      ...(await asked(scene)),
      body: { projectId: scene.site.projectId, role: scene.asker.user.role, validDays: 30 },
    }),
  },
  denyCliSignIn: { belongsTo: "installation", prepare: asked },
} satisfies Partial<Recipes>;
