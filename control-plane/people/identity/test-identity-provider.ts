import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import type { IdentityProviderTest } from "@ferrule/contract/resources/identity-provider.ts";
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  genericGrantRequest,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { askOutside } from "../../ground/outside/ask-outside.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { loggedChain } from "../../ground/outside/chain-of.ts";
import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import { readProvider } from "./provider/open-provider.ts";
import type { OpenIssuer } from "./provider/read-issuer.ts";
import { findProvider } from "./queries/providers.ts";
import { sayProviderProblem } from "./provider/say-provider-problem.ts";

type Step = IdentityProviderTest["steps"][number];

const ok = (step: Step["step"], message: string): Step => ({ step, outcome: "ok", message });
const failed = (step: Step["step"], message: string): Step => ({ step, outcome: "failed", message });
const unknown = (step: Step["step"], message: string): Step => ({ step, outcome: "unknown", message });

async function testKeys({ config, app }: { config: OpenIssuer["config"]; app: App }): Promise<Step> {
  const url = new URL(config.serverMetadata().jwks_uri ?? "");
  const asking = { headers: { accept: "application/json" }, egress: app.settings };
  const { status, body } = await askOutside(url, { ...asking, mostBytes: 262_144, mostMs: 10_000 });
  const { keys } = parseJson(body.toString()) as { keys?: unknown[] };
  if (status !== 200 || !Array.isArray(keys) || keys.length === 0) {
    return failed("keys", "There are no keys at the address that the provider's metadata names.");
  }
  return ok("keys", `The provider signs with ${keys.length === 1 ? "1 key" : `${keys.length} keys`}.`);
}

/** A code that was never given: a known client is told so, and an unknown one is told that. */
async function testClient({ config }: OpenIssuer, redirect: string): Promise<Step> {
  try {
    const sent = { code: "ferrule-test", redirect_uri: redirect, code_verifier: randomPKCECodeVerifier() };
    await genericGrantRequest(config, "authorization_code", sent);
  } catch (error) {
    const word = error instanceof Error && "error" in error && typeof error.error === "string" ? error.error : "";
    if (word === "invalid_client" || word === "unauthorized_client") {
      return failed("client", "The provider does not know this client, or its secret or key is wrong.");
    }
    if (word === "invalid_grant" || word === "invalid_request") return ok("client", "The provider knows this client.");
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 401)
      return failed("client", "The provider does not know this client, or its secret or key is wrong.");
  }
  return unknown("client", "The provider did not say whether it knows this client. A sign-in shows it.");
}

/** With `prompt=none` a provider sends the browser back at once, but only to an address that is registered (Core, section 3.1.2.6). */
async function testRedirect({ config, app, scopes }: { config: OpenIssuer["config"]; app: App; scopes: string[] }) {
  const { redirect } = providerAddresses(app.settings.publicUrl);
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: [...new Set(["openid", ...scopes])].join(" "),
    state: randomState(),
    nonce: randomState(),
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: "S256",
    prompt: "none",
  });
  const asking = { headers: { accept: "text/html" }, egress: app.settings };
  const { status, headers } = await askOutside(url, { ...asking, mostBytes: 2_097_152, mostMs: 10_000 });
  const location = headers.location ?? "";
  if (status >= 300 && status < 400 && location.startsWith(redirect)) {
    const error = new URL(location).searchParams.get("error");
    if (error === "invalid_scope") return failed("redirect", "The provider does not offer one of the scopes.");
    if (error === "unauthorized_client")
      return failed("redirect", "The provider does not let this client sign people in.");
    return ok("redirect", "The redirect address is registered.");
  }
  if (status >= 400 && status < 500) {
    return failed("redirect", `The provider does not take the redirect address for this client. Register ${redirect}.`);
  }
  return unknown("redirect", `Whether ${redirect} is registered cannot be found out from here. A sign-in shows it.`);
}

function testClaims({ lastSignIn, claims: names, roles }: ProviderRow): Step {
  if (lastSignIn === null) return unknown("claims", "Nobody has signed in yet. Sign in once to see which claims come.");
  const { claims, problem } = lastSignIn;
  const brought = claims.length === 0 ? "" : ` It brought: ${claims.join(", ")}.`;
  const has = (name: string) => claims.includes(name) || claims.includes(name.split(".")[0]!);
  if (claims.length > 0 && !has(names.email)) {
    return failed("claims", `The latest sign-in brought no e-mail claim "${names.email}".${brought}`);
  }
  if (claims.length > 0 && roles.length > 0 && !has(names.groups)) {
    return failed("claims", `The latest sign-in brought no groups claim "${names.groups}".${brought}`);
  }
  if (problem !== null) return failed("claims", `The latest sign-in failed: ${problem}`);
  return ok("claims", `The latest sign-in brought what is needed.${brought}`);
}

/** Sends requests to the provider, and reports step by step the problems that it can find without a sign-in. */
export const testIdentityProvider: Handlers["testIdentityProvider"] = async ({ app, params, read }) => {
  const row = found(await read((scope) => findProvider(scope, params.providerId)));
  const steps: Step[] = [];
  const attempt = async (step: Step["step"], run: () => Promise<Step>) =>
    steps.push(
      await run().catch((error: unknown) => {
        app.log.info({ problem: loggedChain(error), provider: row.id, step }, "the test of a provider failed");
        return failed(step, sayProviderProblem(error));
      }),
    );
  let open: OpenIssuer | null = null;
  await attempt("discovery", async () => {
    open = await readProvider(app, row);
    return ok("discovery", "The provider answers, and its issuer is the one entered.");
  });
  if (open !== null) {
    const { config } = open as OpenIssuer;
    await attempt("keys", () => testKeys({ config, app }));
    await attempt("client", () => testClient(open as OpenIssuer, providerAddresses(app.settings.publicUrl).redirect));
    await attempt("redirect", () => testRedirect({ config, app, scopes: row.scopes }));
    steps.push(testClaims(row));
  }
  return { ok: steps.every(({ outcome }) => outcome !== "failed"), steps };
};
