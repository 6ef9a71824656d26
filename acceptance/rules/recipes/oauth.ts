import { insertDynamicClient } from "@ferrule/control-plane/serving/oauth/queries/clients.ts";
import type { SignedIn } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { answeringProvider, provider } from "./identity.ts";

const redirectUri = "https://client.example/callback";

/** An endpoint with sign-in for callers in Development, and a client. */
async function signInEndpoint({ owner, createEndpoint }: Site, issuers?: string[]) {
  const { id: endpointId } = await createEndpoint();
  const params = { endpointId };
  const oauth = { issuers: issuers ?? [(await provider()).issuer] };
  const caller = { mode: "oauth" as const, oauth };
  await owner.client.replaceAuthPolicy({ params, body: { environment: "development", caller } });
  const body = { use: "person" as const, name: fresh("client"), environment: "development" as const };
  const client = await owner.client.createOauthClient({ params, body: { ...body, redirectUris: [redirectUri] } });
  const { urls } = await owner.client.getRuntimeEndpoint({ params });
  return { endpointId, clientId: client.id, resource: urls.development };
}

/** The data that `/oauth/authorize` passes to the consent page. */
export async function requestOf(site: Site, issuers?: string[]): Promise<{ request: string; endpointId: string }> {
  const { endpointId, clientId, resource } = await signInEndpoint(site, issuers);
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    resource,
  });
  const url = `${site.controlPlane.url}/oauth/authorize?${asked.toString()}`;
  const { headers } = await fetch(url, { redirect: "manual" });
  const location = new URL(headers.get("location") ?? "");
  return { request: location.searchParams.get("request") ?? "", endpointId };
}

/** The same for an agent's program that has registered itself. */
async function agentRequestOf({ owner, controlPlane }: Site): Promise<{ request: string; clientId: string }> {
  await owner.client.updateManagementServer({ body: { enabled: true } });
  const program = { name: fresh("agent"), redirectUris: [redirectUri], source: fresh("source") };
  const { id: clientId } = await controlPlane.app.store.inInstallation((scope) => insertDynamicClient(scope, program));
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    resource: `${controlPlane.settings.publicUrl}/mcp/ferrule`,
  });
  const { headers } = await fetch(`${controlPlane.url}/oauth/authorize?${asked.toString()}`, { redirect: "manual" });
  const location = new URL(headers.get("location") ?? "");
  return { request: location.searchParams.get("request") ?? "", clientId };
}

async function grantOf(site: Site, asker: SignedIn): Promise<{ endpointId: string; grantId: string }> {
  const { request, endpointId } = await requestOf(site);
  await asker.client.createOauthGrant({ body: { request } });
  const { items } = await asker.client.listOauthGrants({ query: {} });
  return { endpointId, grantId: items.find((grant) => grant.endpointId === endpointId)?.id ?? "" };
}

/** A consent after a sign-in at the company's provider. */
async function grantOfCompany(site: Site): Promise<{ endpointId: string; grantId: string }> {
  const { endpointId, clientId, resource } = await signInEndpoint(site);
  const [fake] = [await provider(), await answeringProvider(site)];
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: fake.issuer,
    sub: fresh("person"),
    aud: site.controlPlane.settings.publicUrl,
    jti: fresh("jti"),
  };
  const bound = { client_id: clientId, resource, iat: now, exp: now + 60 };
  const assertion = await fake.sign({ ...claims, ...bound }, { typ: "oauth-id-jag+jwt" });
  const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const body = new URLSearchParams({ grant_type, assertion, client_id: clientId });
  await fetch(`${site.controlPlane.url}/oauth/token`, { method: "POST", body });
  const { items } = await site.owner.client.listEndpointOauthGrants({ params: { endpointId }, query: {} });
  return { endpointId, grantId: items[0]?.id ?? "" };
}

const clientParams: Prepare = async ({ site }) => {
  const { endpointId, clientId } = await signInEndpoint(site);
  return { params: { endpointId, clientId } };
};

/** The policy has changed its demands since. */
export const changedRequest = async (site: Site): Promise<string> => {
  const { request, endpointId } = await requestOf(site);
  const body = { environment: "development" as const, caller: { mode: "api-key" as const } };
  await site.owner.client.replaceAuthPolicy({ params: { endpointId }, body });
  return request;
};

export const forged = "not-made-here";

export const oauthRecipes = {
  listCallerIssuers: { belongsTo: "installation", prepare: async () => ({}) },
  listOauthClients: {
    prepare: async ({ site }) => ({ params: { endpointId: (await signInEndpoint(site)).endpointId } }),
  },
  createOauthClient: {
    prepare: async ({ site }) => ({
      params: { endpointId: (await site.createEndpoint()).id },
      body: { use: "person", name: fresh("client"), environment: "development", redirectUris: [redirectUri] },
    }),
    other: (body: object) => ({ ...body, environment: "production" }),
  },
  getOauthClient: { prepare: clientParams },
  updateOauthClient: {
    prepare: async ({ site }) => {
      const { endpointId, clientId } = await signInEndpoint(site);
      return { params: { endpointId, clientId }, revision: 1, body: { name: fresh("client") } };
    },
  },
  deleteOauthClient: { prepare: clientParams },
  listEndpointOauthGrants: {
    prepare: async ({ site }) => ({ params: { endpointId: (await site.createEndpoint()).id } }),
  },
  deleteEndpointOauthGrant: { prepare: async ({ site }) => ({ params: await grantOf(site, site.owner) }) },
  enableEndpointOauthGrant: {
    prepare: async ({ site }) => {
      const params = await grantOfCompany(site);
      await site.owner.client.deleteEndpointOauthGrant({ params });
      return { params };
    },
    refusals: { INVALID_STATE: async ({ site }) => ({ params: await grantOfCompany(site) }) },
  },
  getOauthConsent: {
    prepare: async ({ site }) => ({ query: { request: (await requestOf(site)).request } }),
    refusals: {
      NOT_FOUND: async () => ({ query: { request: forged } }),
      INVALID_STATE: async ({ site }) => ({ query: { request: await changedRequest(site) } }),
    },
  },
  createOauthGrant: {
    prepare: async ({ site }) => ({ body: { request: (await requestOf(site)).request } }),
    refusals: {
      NOT_FOUND: async () => ({ body: { request: forged } }),
      INVALID_STATE: async ({ site }) => ({ body: { request: await changedRequest(site) } }),
    },
  },
  getAgentConsent: {
    prepare: async ({ site }) => ({ query: { request: (await agentRequestOf(site)).request } }),
    refusals: {
      NOT_FOUND: async ({ site }) => ({ query: { request: (await requestOf(site)).request } }),
      INVALID_STATE: async ({ site }) => {
        const { request, clientId } = await agentRequestOf(site);
        await site.controlPlane.app.store.inInstallation(({ tx }) =>
          tx.deleteFrom("oauthClients").where("id", "=", clientId).execute(),
        );
        return { query: { request } };
      },
    },
  },
  createAgentGrant: {
    prepare: async ({ site }) => {
      const { request } = await agentRequestOf(site);
      return { body: { request, projectId: site.projectId, scopes: ["read", "write"] } };
    },
    refusals: {
      NOT_FOUND: async ({ site }) => ({ body: { request: forged, projectId: site.projectId, scopes: ["read"] } }),
      INVALID_STATE: async ({ site }) => {
        const { request } = await agentRequestOf(site);
        return { body: { request, projectId: "prj_0123456789abcdefghjkmnpq", scopes: ["read"] } };
      },
    },
  },
  listOauthGrants: { prepare: async () => ({}) },
  deleteOauthGrant: {
    belongsTo: "user",
    prepare: async ({ site, asker }) => ({ params: { grantId: (await grantOf(site, asker)).grantId } }),
  },
} satisfies Partial<Recipes>;
