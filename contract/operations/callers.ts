import { z } from "zod";
import { operation } from "./operation.ts";
import { id, listOf, page, text } from "../resources/fields.ts";
import { consentRequest, oauthConsent, oauthGrant } from "../resources/oauth.ts";

/** It needs no session of the management API: a cookie of another kind identifies the caller. */
const ofCaller = { tag: "Sign-in of callers", scope: "installation", roles: "public" } as const;
/** The value that `/oauth/authorize` passed to the consent page. */
const request = text(8_000, 1);

const caller = z.object({
  /** The provider's name. */
  provider: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
});

/**
 * Operations for people without an account here, who sign in with a provider to allow programs and to end their access.
 */
export const callerOperations = {
  getCallerSession: operation({
    ...ofCaller,
    method: "GET",
    path: "/api/callers/session",
    summary: "Get who is signed in as a caller in this browser",
    description: "And with which providers callers can sign in.",
    response: z.object({
      providers: z.array(z.object({ id: z.string(), name: z.string() })),
      caller: caller.nullable(),
    }),
  }),
  beginCallerSignIn: operation({
    ...ofCaller,
    method: "POST",
    path: "/api/callers/providers/:providerId/begin",
    summary: "Begin a caller's sign-in at a provider",
    description: "The answer is where the browser goes. It comes back to `/sign-in/callback`.",
    response: z.object({ url: z.string() }),
    errors: ["FORBIDDEN"],
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  completeCallerSignIn: operation({
    ...ofCaller,
    method: "POST",
    path: "/api/callers/complete",
    summary: "Sign in as a caller with what a provider sent back",
    description: "In the browser that began it.",
    body: z.strictObject({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4_000).optional(),
      /** The issuer of the response (RFC 9207). */
      iss: z.string().min(1).max(500).optional(),
      /** Why the provider did not sign anybody in. */
      error: z.string().min(1).max(200).optional(),
    }),
    response: caller,
    errors: ["INVALID_CREDENTIALS", "FORBIDDEN"],
    audit: "caller.login",
    transaction: "handler",
  }),
  deleteCallerSession: operation({
    ...ofCaller,
    method: "DELETE",
    path: "/api/callers/session",
    summary: "Sign out as a caller; what they allowed stays",
    response: null,
    errors: ["UNAUTHENTICATED", "FORBIDDEN"],
    audit: "caller.logout",
  }),
  getConsentRequest: operation({
    ...ofCaller,
    method: "GET",
    path: "/api/callers/consent-request",
    summary: "Get what a program asks for",
    query: z.strictObject({ request }),
    response: consentRequest,
    errors: ["NOT_FOUND", "INVALID_STATE"],
  }),
  getCallerConsent: operation({
    ...ofCaller,
    method: "GET",
    path: "/api/callers/oauth-consent",
    summary: "What a client asks the caller to allow",
    query: z.strictObject({ request }),
    response: oauthConsent,
    errors: ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "INVALID_STATE"],
  }),
  createCallerGrant: operation({
    ...ofCaller,
    method: "POST",
    path: "/api/callers/oauth-grants",
    summary: "Allow what a client asks for, as a caller",
    body: z.strictObject({ request }),
    /** Where the browser goes next, with the authorization code. */
    response: z.object({ id: id("ogr"), redirectUrl: z.string() }),
    errors: ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "INVALID_STATE"],
    audit: "oauth-grant.create",
  }),
  listCallerGrants: operation({
    ...ofCaller,
    method: "GET",
    path: "/api/callers/oauth-grants",
    summary: "List what the caller allowed",
    query: z.strictObject(page),
    response: listOf(oauthGrant),
    errors: ["UNAUTHENTICATED"],
  }),
  deleteCallerGrant: operation({
    ...ofCaller,
    method: "DELETE",
    path: "/api/callers/oauth-grants/:grantId",
    summary: "End what the caller allowed, within one second everywhere",
    response: null,
    errors: ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"],
    audit: "oauth-grant.revoke",
  }),
};
