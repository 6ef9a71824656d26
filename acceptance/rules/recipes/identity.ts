import { newIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { addProvider } from "@ferrule/control-plane/people/identity/create-identity-provider.ts";
import { startFakeProvider, type FakeProvider } from "@ferrule/control-plane/people/identity/testing/fake-provider.ts";
import { begin, openBrowser, signInBy } from "@ferrule/control-plane/people/identity/testing/sign-in-by.ts";
import { changeUser } from "@ferrule/control-plane/people/users/queries.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

let started: Promise<FakeProvider> | undefined;
/** All rules share one; it ends with the process. */
export const provider = () => (started ??= startFakeProvider({ unref: true }));

const newProvider = () => ({
  name: fresh("provider"),
  issuer: `https://${fresh("login")}.example`,
  clientId: "ferrule",
  clientSecret: fresh("client-secret-that-must-stay-sealed"),
});

async function create({ owner }: Site) {
  const { id, revision } = await owner.client.createIdentityProvider({ body: newProvider() });
  return { params: { providerId: id }, revision };
}

/** A provider from the settings. */
const ofSettings: Prepare = async ({ site: { controlPlane } }) => {
  const given = newIdentityProvider.parse(newProvider());
  const { app } = controlPlane;
  const row = await app.store.inInstallation((scope) => addProvider(app, scope, given, "settings"));
  return { params: { providerId: row.id }, revision: row.revision, body: { name: fresh("provider") } };
};

/** A provider that responds, set up once for each control plane. */
const answering = new WeakMap<object, Promise<string>>();
export function answeringProvider({ controlPlane, owner }: Site): Promise<string> {
  const make = async () => {
    const { issuer, clientId, clientSecret } = await provider();
    const body = {
      name: fresh("answering"),
      issuer,
      clientId,
      clientSecret,
      otherRole: "developer" as const,
      use: "both" as const,
      identityAssertions: true,
    };
    return (await owner.client.createIdentityProvider({ body })).id;
  };
  const known = answering.get(controlPlane) ?? make();
  answering.set(controlPlane, known);
  return known;
}

/** The response to the browser of somebody who has signed in before. */
async function returning(site: Site) {
  const [fake, providerId] = [await provider(), await answeringProvider(site)];
  const sub = fresh("person");
  const claims = { sub, email: `${sub}@acme.example`, email_verified: true };
  const before = await signInBy(openBrowser(site.controlPlane), fake, providerId, claims);
  const { user } = before.json as unknown as { user: { id: string } };
  const browser = openBrowser(site.controlPlane);
  const body = fake.answer(await begin(browser, providerId), claims);
  const headers = { cookie: `ferrule_flow=${browser.cookies.get("ferrule_flow") ?? ""}` };
  return { body, headers, target: user.id };
}

export const elsewhere = { origin: "https://elsewhere.example" };

export const identityRecipes = {
  listIdentityProviders: { prepare: async () => ({}) },
  createIdentityProvider: {
    prepare: async () => ({ body: newProvider() }),
    other: (body: object) => ({ ...body, clientId: "another" }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const body = newProvider();
        await site.owner.client.createIdentityProvider({ body });
        return { body };
      },
    },
  },
  getIdentityProvider: { belongsTo: "installation", prepare: ({ site }) => create(site) },
  updateIdentityProvider: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ ...(await create(site)), body: { name: fresh("provider"), use: "both" } }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { name } = await site.owner.client.createIdentityProvider({ body: newProvider() });
        return { ...(await create(site)), body: { name } };
      },
      INVALID_STATE: ofSettings,
    },
  },
  deleteIdentityProvider: {
    belongsTo: "installation",
    prepare: ({ site }) => create(site),
    refusals: {
      INVALID_STATE: async (scene) => {
        const { params } = await ofSettings(scene);
        return params === undefined ? {} : { params };
      },
    },
  },
  testIdentityProvider: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { providerId: await answeringProvider(site) } }),
  },
  getSignInPolicy: { prepare: async () => ({}) },
  updateSignInPolicy: {
    prepare: async ({ site }) => {
      const { revision } = await site.owner.client.getSignInPolicy({});
      return { body: { localSignIn: "everyone" }, revision };
    },
    refusals: {
      INVALID_STATE: async () => ({ body: { localSignIn: "break-glass", breakGlassUserId: "usr_nobody" } }),
    },
  },
  getSignInOptions: { belongsTo: "installation", prepare: async () => ({}) },
  beginProviderSignIn: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { providerId: await answeringProvider(site) } }),
    refusals: {
      FORBIDDEN: async ({ site }) => ({ params: { providerId: await answeringProvider(site) }, headers: elsewhere }),
    },
  },
  completeProviderSignIn: {
    belongsTo: "installation",
    prepare: ({ site }) => returning(site),
    refusals: {
      INVALID_CREDENTIALS: async () => ({ body: { state: "not-begun-here", code: "a-code" } }),
      ACCOUNT_DISABLED: async ({ site }) => {
        const prepared = await returning(site);
        const { store } = site.controlPlane.app;
        await store.inInstallation((scope) => changeUser(scope, prepared.target, { status: "disabled" }));
        return prepared;
      },
      FORBIDDEN: async ({ site }) => {
        const prepared = await returning(site);
        return { ...prepared, headers: { ...prepared.headers, ...elsewhere } };
      },
    },
  },
  getProviderLogout: { prepare: async () => ({}) },
} satisfies Partial<Recipes>;
