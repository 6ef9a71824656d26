import { openBrowser } from "@ferrule/control-plane/people/identity/testing/sign-in-by.ts";
import { openCallerSession } from "@ferrule/control-plane/serving/oauth/callers/open-caller-session.ts";
import type { Prepared, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { answeringProvider, elsewhere, provider } from "./identity.ts";
import { changedRequest, forged, requestOf } from "./oauth.ts";

/** The headers of a caller whom the provider has signed in. */
async function callerHeaders(site: Site, subject = fresh("caller")): Promise<Record<string, string>> {
  const [{ issuer }, providerId] = [await provider(), await answeringProvider(site)];
  const caller = { providerId, issuer, subject, sid: null, email: `${subject}@acme.example`, name: null };
  const { app } = site.controlPlane;
  const { value } = await app.store.inInstallation((scope) => openCallerSession(app, scope, caller));
  return { cookie: `ferrule_caller=${value}` };
}

/** The response to a caller's browser. */
async function returning(site: Site) {
  const [fake, providerId] = [await provider(), await answeringProvider(site)];
  const browser = openBrowser(site.controlPlane);
  const { json } = await browser.post(`/api/callers/providers/${providerId}/begin`, undefined);
  const sub = fresh("caller");
  const body = fake.answer(String(json["url"]), { sub, email: `${sub}@acme.example`, email_verified: true });
  const headers = { cookie: `ferrule_flow=${browser.cookies.get("ferrule_flow") ?? ""}` };
  return { body, headers, target: sub };
}

const allowing = async (site: Site): Promise<Prepared> => ({
  body: { request: (await requestOf(site)).request },
  headers: await callerHeaders(site),
});

/** A caller's consent, to be revoked. */
async function ending(site: Site) {
  const { body, headers = {} } = await allowing(site);
  const answer = await site.controlPlane.request("/api/callers/oauth-grants", { method: "POST", body, headers });
  return { params: { grantId: String(answer.json["id"]) }, headers };
}

export const callerRecipes = {
  getCallerSession: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ headers: await callerHeaders(site) }),
  },
  beginCallerSignIn: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { providerId: await answeringProvider(site) } }),
    refusals: {
      FORBIDDEN: async ({ site }) => ({ params: { providerId: await answeringProvider(site) }, headers: elsewhere }),
    },
  },
  completeCallerSignIn: {
    belongsTo: "installation",
    byCaller: true,
    prepare: ({ site }) => returning(site),
    refusals: {
      INVALID_CREDENTIALS: async () => ({ body: { state: "not-begun-here", code: "a-code" } }),
      FORBIDDEN: async ({ site }) => {
        const prepared = await returning(site);
        return { ...prepared, headers: { ...prepared.headers, ...elsewhere } };
      },
    },
  },
  deleteCallerSession: {
    belongsTo: "installation",
    byCaller: true,
    prepare: async ({ site }) => {
      const target = fresh("caller");
      return { headers: await callerHeaders(site, target), target };
    },
    refusals: { UNAUTHENTICATED: async () => ({}), FORBIDDEN: async () => ({ headers: elsewhere }) },
  },
  getConsentRequest: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ query: { request: (await requestOf(site)).request } }),
    refusals: {
      NOT_FOUND: async () => ({ query: { request: forged } }),
      INVALID_STATE: async ({ site }) => ({ query: { request: await changedRequest(site) } }),
    },
  },
  getCallerConsent: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({
      query: { request: (await requestOf(site)).request },
      headers: await callerHeaders(site),
    }),
    refusals: {
      UNAUTHENTICATED: async ({ site }) => ({ query: { request: (await requestOf(site)).request } }),
      FORBIDDEN: async ({ site }) => ({
        query: { request: (await requestOf(site, [])).request },
        headers: await callerHeaders(site),
      }),
      NOT_FOUND: async ({ site }) => ({ query: { request: forged }, headers: await callerHeaders(site) }),
      INVALID_STATE: async ({ site }) => ({
        query: { request: await changedRequest(site) },
        headers: await callerHeaders(site),
      }),
    },
  },
  createCallerGrant: {
    belongsTo: "installation",
    byCaller: true,
    prepare: ({ site }) => allowing(site),
    refusals: {
      UNAUTHENTICATED: async ({ site }) => ({ body: { request: (await requestOf(site)).request } }),
      FORBIDDEN: async ({ site }) => {
        const prepared = await allowing(site);
        return { ...prepared, headers: { ...prepared.headers, ...elsewhere } };
      },
      NOT_FOUND: async ({ site }) => ({ body: { request: forged }, headers: await callerHeaders(site) }),
      INVALID_STATE: async ({ site }) => ({
        body: { request: await changedRequest(site) },
        headers: await callerHeaders(site),
      }),
    },
  },
  listCallerGrants: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ headers: (await ending(site)).headers }),
    refusals: { UNAUTHENTICATED: async () => ({}) },
  },
  deleteCallerGrant: {
    belongsTo: "installation",
    byCaller: true,
    prepare: ({ site }) => ending(site),
    refusals: {
      UNAUTHENTICATED: async ({ site }) => ({ params: (await ending(site)).params }),
      FORBIDDEN: async ({ site }) => {
        const { params, headers } = await ending(site);
        return { params, headers: { ...headers, ...elsewhere } };
      },
      NOT_FOUND: async ({ site }) => ({
        params: (await ending(site)).params,
        headers: await callerHeaders(site),
      }),
    },
  },
} satisfies Partial<Recipes>;
