import { z } from "zod";
import { redirectUriProblem } from "../sign-in/redirect-uri-problem.ts";
import { agentScopes, endpointKinds } from "../states.ts";
import { environment, givenLine, givenName, id, time } from "./fields.ts";

const redirectUri = givenLine(2_000, 1).superRefine((value, context) => {
  const message = redirectUriProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** A public key of a client, as a JWK (RFC 7517). We refuse members that would make it a private key. */
const publicKey = z
  .record(z.string().max(40), z.union([z.string().max(2_000), z.array(z.string().max(2_000)).max(10)]))
  .refine((key) => key["kty"] === "EC" || key["kty"] === "RSA" || key["kty"] === "OKP", "must be an EC, RSA or OKP key")
  .refine(
    (key) => !["d", "p", "q", "k"].some((member) => member in key),
    "must be a public key, without its private part",
  );

export const clientKeys = z.strictObject({ keys: z.array(publicKey).min(1).max(10) });

/** A client that somebody registered by hand for one endpoint in one environment. Its id is its OAuth `client_id`. */
export const oauthClient = z.object({
  id: id("ocl"),
  endpointId: id("ep"),
  environment,
  name: z.string(),
  /** `person`: it signs people in; `machine`: it calls for itself, and authenticates with its key. */
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

/**
 * Omitted fields stay unchanged. New keys replace the old ones, so a machine that changes its key lists both for a
 * while.
 */
export const changedOauthClient = z
  .strictObject({ name: givenName, redirectUris: z.array(redirectUri).min(1).max(20), jwks: clientKeys })
  .partial();
export type ChangedOauthClient = z.infer<typeof changedOauthClient>;

/** A person's consent for a client, or the right of a client that acts for itself (`user` and `caller` null). */
export const oauthGrant = z.object({
  id: id("ogr"),
  /** Null, as the environment: the management MCP server. */
  endpointId: id("ep").nullable(),
  projectId: id("prj"),
  environment: environment.nullable(),
  /** The address of the endpoint or of the management MCP server. */
  resource: z.string(),
  user: z.object({ id: z.string(), email: z.string() }).nullable(),
  /** A person without an account here, who signed in with a provider. */
  caller: z.object({ issuer: z.string(), subject: z.string(), email: z.string().nullable() }).nullable(),
  client: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  createdAt: time,
  /** Changes with each new access token, every few minutes during use. */
  lastUsedAt: time,
  /** A company's provider gave it for the caller, by an identity assertion. */
  byCompany: z.boolean(),
  /** `blocked`: somebody here ended the company's consent, and its provider cannot create it again. */
  status: z.enum(["active", "revoked", "blocked"]),
});
export type OauthGrant = z.infer<typeof oauthGrant>;

/** The consent that we ask of a person. */
export const oauthConsent = z.object({
  client: z.object({
    id: z.string(),
    name: z.string(),
    /**
     * `registered`: by an administrator; `document`: its host vouches for its name; `dynamic`: nobody vouches for it.
     */
    kind: z.enum(["registered", "document", "dynamic"]),
    /** The host of its metadata document. */
    host: z.string().nullable(),
  }),
  /** The host to which the browser takes the response. */
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
  /** The tools, resources, prompts or routes that the client could call. */
  targets: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullable(),
      description: z.string(),
      scope: z.string(),
      /** Its effect, from its hints or its method; `unknown`: it has no hints. */
      changes: z.enum(["reads", "writes", "destroys", "unknown"]),
    }),
  ),
  /** Where the browser goes if the person refuses. */
  denyUrl: z.string(),
});
/** The consent that we ask of a person for an agent, which would work on one of the Projects through the management MCP server. */
export const agentConsent = z.object({
  ...oauthConsent.pick({ client: true, redirectHost: true, denyUrl: true }).shape,
  /** The address of the management MCP server. */
  url: z.string(),
  /** What the program asks for. The person may allow less. */
  scopes: z.array(z.enum(agentScopes)),
  /** The Projects on which agents may work. */
  projects: z.array(z.object({ id: id("prj"), name: z.string() })),
});

/** The page for a person who has not signed in yet: the client, the endpoint, and the ways to sign in. */
export const consentRequest = z.object({
  ...oauthConsent.pick({ client: true, redirectHost: true }).shape,
  endpoint: oauthConsent.shape.endpoint.pick({ name: true, environment: true, url: true }),
  /**
   * Each provider is listed once. `callers`: it signs in people without an account here, and the endpoint accepts them.
   * `console`: it signs in people with one.
   */
  providers: z.array(z.object({ id: z.string(), name: z.string(), use: z.enum(["console", "callers"]) })),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

/** An identity provider whose people an endpoint may accept without an account here. */
export const callerIssuer = z.object({
  issuer: z.string(),
  /** The provider's name. */
  name: z.string(),
  /** Whether they can sign in on the consent page now. */
  signsIn: z.boolean(),
  /** Whether its identity assertions (ID-JAG) replace their consent now. */
  vouches: z.boolean(),
  /** They need a verified address in one of these domains; empty: everybody whom it signs in. */
  domains: z.array(z.string()),
});
export type OauthConsent = z.infer<typeof oauthConsent>;
