import { z } from "zod";
import { roles } from "../states.ts";
import { givenLine, givenName, head, name, text, time } from "./fields.ts";

/** How Ferrule authenticates at the provider (OpenID Connect Core, section 9). */
export const clientAuthMethods = ["client_secret_basic", "client_secret_post", "private_key_jwt"] as const;

/** Who signs in through a provider. */
export const providerUses = ["console", "callers", "both"] as const;

export const issuer = givenLine(500, 1).refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && search + hash + username + password === "";
}, "must be the provider's issuer, such as https://login.example.com, without query or fragment");

const claim = givenLine(200, 1);
const scope = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/, "must be one scope, without spaces");
const domain = z
  .string()
  .max(253)
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, "must be a domain in small letters, such as example.com");

/** The claims of the ID token, or of the user info, that identify a person. */
const claims = z.strictObject({
  email: claim.default("email"),
  name: claim.default("name"),
  groups: claim.default("groups"),
});

/**
 * How a mapping names a group from SCIM. `either`: by its external ID, or by its name if no other group has that as its
 * external ID. An ID token has only one name for each group.
 */
export const mappedBy = ["displayName", "externalId", "either"] as const;

const mapping = z.strictObject({
  group: givenLine(400, 1),
  by: z.enum(mappedBy).default("either"),
  role: z.enum(roles),
});

const settings = {
  name: givenName,
  issuer,
  clientId: givenLine(500, 1),
  clientAuth: z.enum(clientAuthMethods),
  scopes: z.array(scope).max(20),
  /** Sends `prompt=consent` with `offline_access`. Without it, some providers give no refresh token. */
  askConsent: z.boolean(),
  claims,
  use: z.enum(providerUses),
  /** The role of a group's members. Members of several groups get the first of owner, admin, developer, operator. */
  roles: z.array(mapping).max(500),
  /** The role of people without such a group; null: they are refused. */
  otherRole: z.enum(roles).nullable(),
  /** Treats every e-mail address from this provider as verified, even if it does not say so (Entra ID never does). */
  trustEmail: z.boolean(),
  /**
   * If a person's verified address belongs to an account here that has no other sign-in yet, the person gets that
   * account.
   */
  linkByEmail: z.boolean(),
  /** A sign-out at the provider (back-channel logout) also ends its callers' consents. */
  logoutEndsConsents: z.boolean(),
  /** Callers need a verified address in one of these domains; empty: everybody whom the provider signs in. */
  callerDomains: z.array(domain).max(100),
  /**
   * Its identity assertions (ID-JAG) replace its people's consent: the company's programs may call endpoints for them.
   */
  identityAssertions: z.boolean(),
  status: z.enum(["active", "disabled"]),
};

const clientSecret = givenLine(2_000, 1);

/** An OpenID Connect provider of the company. Its client secret is sealed, and no response contains it. */
export const identityProvider = z.object({
  ...head("idp"),
  ...settings,
  name,
  claims: z.object({ email: z.string(), name: z.string(), groups: z.string() }),
  roles: z.array(z.object({ group: z.string(), by: z.enum(mappedBy), role: z.enum(roles) })),
  /** The public key to register at the provider, for `private_key_jwt` (RFC 7517). */
  publicKeys: z.object({ keys: z.array(z.record(z.string(), z.string())) }).nullable(),
  /** `settings`: IDENTITY_PROVIDERS defines it, and the API cannot change it. */
  managedBy: z.enum(["console", "settings"]),
  /** The addresses to register at the provider. */
  addresses: z.object({ redirect: z.string(), signedOut: z.string(), backchannelLogout: z.string() }),
  /** The outcome of the latest sign-in: the names of its claims, and its problem. */
  lastSignIn: z.object({ at: time, claims: z.array(z.string()), problem: z.string().nullable() }).nullable(),
});
export type IdentityProvider = z.infer<typeof identityProvider>;

export const newIdentityProvider = z.strictObject({
  ...settings,
  clientAuth: settings.clientAuth.default("client_secret_basic"),
  /** For the first two ways to authenticate. For `private_key_jwt`, Ferrule makes a key. */
  clientSecret: clientSecret.optional(),
  scopes: settings.scopes.default(["openid", "email", "profile"]),
  askConsent: settings.askConsent.default(false),
  claims: claims.default({ email: "email", name: "name", groups: "groups" }),
  use: settings.use.default("console"),
  roles: settings.roles.default([]),
  otherRole: settings.otherRole.default(null),
  trustEmail: settings.trustEmail.default(false),
  linkByEmail: settings.linkByEmail.default(false),
  logoutEndsConsents: settings.logoutEndsConsents.default(false),
  callerDomains: settings.callerDomains.default([]),
  identityAssertions: settings.identityAssertions.default(false),
  status: settings.status.default("active"),
});
export type NewIdentityProvider = z.infer<typeof newIdentityProvider>;

/**
 * Omitted fields stay unchanged, and so does the client secret. The issuer stays, because it identifies the provider's
 * people.
 */
export const changedIdentityProvider = z
  .strictObject({ ...settings, clientSecret })
  .omit({ issuer: true })
  .partial();

/** The findings of a provider's test, step by step. */
export const identityProviderTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(["discovery", "keys", "client", "redirect", "claims"]),
      /** `unknown`: this check cannot find out. */
      outcome: z.enum(["ok", "failed", "unknown"]),
      /** One sentence for the provider's administrator. */
      message: z.string(),
    }),
  ),
});
export type IdentityProviderTest = z.infer<typeof identityProviderTest>;

const policy = {
  /** The users who may sign in with a password: all, or only the named owner. */
  localSignIn: z.enum(["everyone", "break-glass"]),
  /** The owner who may always sign in with a password, even if no provider works. */
  breakGlassUserId: text(128, 1).nullable(),
};

/** How people sign in to the console. */
export const signInPolicy = z.object({ ...policy, updatedAt: time, revision: z.number().int() });
export type SignInPolicy = z.infer<typeof signInPolicy>;
export const changedSignInPolicy = z.strictObject(policy).partial();
