import { z } from "zod";
import { redirectUriProblem } from "../redirect-uri-problem.ts";
import { endpointKinds } from "../states.ts";
import { environment, givenLine, givenName, id, time } from "./fields.ts";

const redirectUri = givenLine(2_000, 1).superRefine((value, context) => {
  const message = redirectUriProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** A public key of a client, as a JWK (RFC 7517). Whatever would make it a private one is refused. */
const publicKey = z
  .record(z.string().max(40), z.union([z.string().max(2_000), z.array(z.string().max(2_000)).max(10)]))
  .refine((key) => key["kty"] === "EC" || key["kty"] === "RSA" || key["kty"] === "OKP", "must be an EC, RSA or OKP key")
  .refine(
    (key) => !["d", "p", "q", "k"].some((member) => member in key),
    "must be a public key, without its private part",
  );

export const clientKeys = z.strictObject({ keys: z.array(publicKey).min(1).max(10) });

/** A client that was registered by hand for one endpoint in one environment. Its id is its OAuth `client_id`. */
export const oauthClient = z.object({
  id: id("ocl"),
  endpointId: id("ep"),
  environment,
  name: z.string(),
  /** `person`: it signs people in; `machine`: it calls by itself and proves who it is with its key. */
  use: z.enum(["person", "machine"]),
  redirectUris: z.array(z.string()),
  keyIds: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
  revision: z.number().int(),
  lastUsedAt: time.nullable(),
});
export type OauthClient = z.infer<typeof oauthClient>;

const ofClient = { name: givenName, environment };

export const newOauthClient = z.discriminatedUnion("use", [
  z.strictObject({ ...ofClient, use: z.literal("person"), redirectUris: z.array(redirectUri).min(1).max(20) }),
  z.strictObject({ ...ofClient, use: z.literal("machine"), jwks: clientKeys }),
]);

/** What is left out stays. Keys take the place of those of before, so a machine that changes its key names both for a while. */
export const changedOauthClient = z
  .strictObject({ name: givenName, redirectUris: z.array(redirectUri).min(1).max(20), jwks: clientKeys })
  .partial();
export type ChangedOauthClient = z.infer<typeof changedOauthClient>;

/** What somebody allowed a client, or what a client does by itself (`user` and `caller` null). */
export const oauthGrant = z.object({
  id: id("ogr"),
  endpointId: id("ep"),
  projectId: id("prj"),
  environment,
  /** The endpoint's address. */
  resource: z.string(),
  user: z.object({ id: z.string(), email: z.string() }).nullable(),
  /** Who has no account here, and signed in with a provider. */
  caller: z.object({ issuer: z.string(), subject: z.string(), email: z.string().nullable() }).nullable(),
  client: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  createdAt: time,
  /** Moves with each new access token, every few minutes while it is in use. */
  lastUsedAt: time,
  /** A provider of the company gave it in the caller's place, by an identity assertion. */
  byCompany: z.boolean(),
  /** `blocked`: somebody here ended what the company gave, and its provider cannot begin it again. */
  status: z.enum(["active", "revoked", "blocked"]),
});
export type OauthGrant = z.infer<typeof oauthGrant>;

/** What a person is asked to allow. */
export const oauthConsent = z.object({
  client: z.object({
    id: z.string(),
    name: z.string(),
    /** `registered`: by an administrator; `document`: its name is vouched for by its host; `dynamic`: by nobody. */
    kind: z.enum(["registered", "document", "dynamic"]),
    /** Whose metadata document it is. */
    host: z.string().nullable(),
  }),
  /** Where the browser goes with the answer. */
  redirectHost: z.string(),
  endpoint: z.object({
    name: z.string(),
    description: z.string(),
    kind: z.enum(endpointKinds),
    environment,
    project: z.string(),
    url: z.string(),
  }),
  scopes: z.array(z.object({ name: z.string(), description: z.string() })),
  /** The tools or routes that it could call. */
  targets: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullable(),
      description: z.string(),
      scope: z.string(),
      /** What its hints or its method say; `unknown`: it has no hints. */
      changes: z.enum(["reads", "writes", "destroys", "unknown"]),
    }),
  ),
  /** Where the browser goes when nothing is allowed. */
  denyUrl: z.string(),
});
/** What somebody sees who has not signed in yet: who asks, for what, and how they can sign in for it. */
export const consentRequest = z.object({
  ...oauthConsent.pick({ client: true, redirectHost: true }).shape,
  endpoint: oauthConsent.shape.endpoint.pick({ name: true, environment: true, url: true }),
  /** Each once. `callers`: it signs in people without an account here, and the endpoint takes them. `console`: people with one. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), use: z.enum(["console", "callers"]) })),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

/** An identity provider whose people an endpoint may take without an account here. */
export const callerIssuer = z.object({
  issuer: z.string(),
  /** The provider's name. */
  name: z.string(),
  /** Whether they can sign in on the consent page now. */
  signsIn: z.boolean(),
  /** Whether its identity assertions (ID-JAG) stand for their consent now. */
  vouches: z.boolean(),
  /** They need a verified address at one of these; none: everybody whom it signs in. */
  domains: z.array(z.string()),
});
export type OauthConsent = z.infer<typeof oauthConsent>;
