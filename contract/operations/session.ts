import { z } from "zod";
import { operation } from "./operation.ts";
import { project } from "../resources/project.ts";
import { user } from "../resources/user.ts";
import { roles } from "../states.ts";

const signedIn = z.object({
  user,
  activeProject: project.nullable(),
  csrfToken: z.string(),
  /**
   * Set in a session that a one-time link opened, until its user chooses a password. `now`: the user could not sign in
   * again without one. `later`: the first owner can sign in again, with the generated password. Then `changePassword`
   * does not need the current password.
   */
  choosePassword: z.enum(["now", "later"]).nullable(),
});

/** Sign-in, sign-out, and the signed-in user. */
export const sessionOperations = {
  login: operation({
    method: "POST",
    path: "/api/auth/login",
    summary: "Sign in with email and password",
    tag: "Session",
    scope: "installation",
    roles: "public",
    body: z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(256) }),
    response: signedIn,
    errors: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "FORBIDDEN"],
    audit: "auth.login",
    transaction: "handler",
  }),
  loginWithLink: operation({
    method: "POST",
    path: "/api/auth/link",
    summary: "Sign in with a one-time link's token",
    tag: "Session",
    scope: "installation",
    roles: "public",
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    response: signedIn,
    errors: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "FORBIDDEN"],
    audit: "auth.login",
    transaction: "handler",
  }),
  logout: operation({
    method: "POST",
    path: "/api/auth/logout",
    summary: "End this session",
    tag: "Session",
    scope: "installation",
    roles: "any",
    response: null,
    audit: "auth.logout",
    tokens: false,
    beforePasswordChange: true,
  }),
  getSession: operation({
    method: "GET",
    path: "/api/auth/session",
    summary: "Get whether the browser has a session, and whose",
    description: "200 either way.",
    tag: "Session",
    scope: "installation",
    roles: "public",
    response: z.object({ signedIn: signedIn.nullable() }),
  }),
  getMe: operation({
    method: "GET",
    path: "/api/auth/me",
    summary: "Who is signed in, and on which Project",
    tag: "Session",
    scope: "installation",
    roles: "any",
    response: signedIn.extend({
      csrfToken: z.string().nullable(),
      /** For an API token: its effective role, which is the lower of its own and its user's. */
      effectiveRole: z.enum(roles).optional(),
    }),
    beforePasswordChange: true,
  }),
  getSignInOptions: operation({
    method: "GET",
    path: "/api/auth/options",
    summary: "How people can sign in to the console",
    tag: "Session",
    scope: "installation",
    roles: "public",
    response: z.object({
      /** Whether the page offers email and password first; otherwise they are only for the owner of last resort. */
      local: z.boolean(),
      providers: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  beginProviderSignIn: operation({
    method: "POST",
    path: "/api/auth/providers/:providerId/begin",
    summary: "Begin a sign-in at a provider",
    description: "The answer is where the browser goes. It comes back to `/sign-in/callback`.",
    tag: "Session",
    scope: "installation",
    roles: "public",
    response: z.object({ url: z.string() }),
    errors: ["FORBIDDEN"],
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  completeProviderSignIn: operation({
    method: "POST",
    path: "/api/auth/providers/complete",
    summary: "Sign in with what a provider sent back",
    description: "In the browser that began it.",
    tag: "Session",
    scope: "installation",
    roles: "public",
    body: z.strictObject({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4_000).optional(),
      /** The issuer of the response (RFC 9207). */
      iss: z.string().min(1).max(500).optional(),
      /** Why the provider did not sign anybody in. */
      error: z.string().min(1).max(200).optional(),
    }),
    response: signedIn,
    errors: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "FORBIDDEN"],
    audit: "auth.login",
    transaction: "handler",
  }),
  getProviderLogout: operation({
    method: "GET",
    path: "/api/auth/provider-logout",
    summary: "Get where the browser signs out of the provider",
    description: "Of the one that opened this session (OIDC RP-Initiated Logout 1.0).",
    tag: "Session",
    scope: "installation",
    roles: "any",
    response: z.object({ url: z.string().nullable() }),
    tokens: false,
    transaction: "handler",
  }),
};
