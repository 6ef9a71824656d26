import { z } from "zod";
import { approvalRule } from "../resources/approval.ts";
import { callerRule, jwtPolicy } from "../resources/caller-rules.ts";
import { policyLimits } from "../resources/policy-limits.ts";
import { signaturePolicy } from "../resources/signature-policy.ts";
import { documentationModes, endpointKinds, environments } from "../states.ts";
import { permissions } from "./permissions.ts";

const activeDeployment = z.strictObject({ deploymentId: z.string(), digest: z.string() }).nullable();

/** Key `project:<id>`: the active artifacts. The endpoints of an archived Project return 404. */
export const projectState = z.strictObject({
  kind: z.literal("project"),
  id: z.string(),
  slug: z.string(),
  status: z.enum(["active", "archived"]),
  active: z.strictObject({ development: activeDeployment, production: activeDeployment }),
});
export type ProjectState = z.infer<typeof projectState>;

const everyMode = {
  permissions: z.union([z.literal("*"), permissions]),
  allowedOrigins: z.array(z.string()),
  // Absent when there are none.
  allowedAddresses: z.array(z.string()).optional(),
  limits: policyLimits.optional(),
  // Absent when the policy does not set it.
  documentation: z.enum(documentationModes).optional(),
  // Absent when there are none.
  approvals: z.array(approvalRule).optional(),
  // Absent unless somebody has stopped the endpoint in this environment.
  stopped: z.literal(true).optional(),
};

/**
 * The part of a policy with sign-in that workers know: the scope that each target needs, and whether keys open it too.
 */
const oauthState = z.strictObject({
  keys: z.boolean(),
  scopes: z.array(z.strictObject({ name: z.string(), targets: z.array(z.string()) })),
  // Absent if there are none.
  rules: z.array(callerRule).default([]),
  claims: z.array(z.string()).default([]),
  // Absent if clients learn every scope at the sign-in.
  ask: z.literal("when-needed").optional(),
});

/** A policy by its mode. Each mode has fields of its own. */
export const policyState = z.discriminatedUnion("callerMode", [
  z.strictObject({ callerMode: z.literal("none"), ...everyMode }),
  z.strictObject({ callerMode: z.literal("api-key"), ...everyMode }),
  z.strictObject({ callerMode: z.literal("oauth"), oauth: oauthState, ...everyMode }),
  z.strictObject({ callerMode: z.literal("jwt"), jwt: jwtPolicy, ...everyMode }),
  z.strictObject({ callerMode: z.literal("signature"), signature: signaturePolicy, ...everyMode }),
]);
export type PolicyState = z.infer<typeof policyState>;

/** Key `endpoint:<id>`: the settings of an endpoint that are live without a deployment. */
export const endpointState = z.strictObject({
  kind: z.literal("endpoint"),
  id: z.string(),
  projectId: z.string(),
  slug: z.string(),
  endpointKind: z.enum(endpointKinds),
  status: z.enum(["active", "disabled"]),
  limits: z.strictObject({ requestsPerMinute: z.number().int(), maxBodyBytes: z.number().int() }),
  policies: z.strictObject({ development: policyState, production: policyState }),
});
export type EndpointState = z.infer<typeof endpointState>;

/**
 * Key `preview:<id>`: a folder that is served beside Development, at `/mcp/preview-<name>/…` and
 * `/http/preview-<name>/…`. It has a state while it serves something.
 */
export const previewState = z.strictObject({
  kind: z.literal("preview"),
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  /** The id of the build, in place of a deployment's. */
  deploymentId: z.string(),
  digest: z.string(),
  /** SHA-256 (hex) of the key that opens its endpoints whose mode is `api-key` or `oauth`; null: no key does. */
  keySha256: z.string().nullable(),
  /** As they were when the source was served. An endpoint that Development has too has its id there. */
  endpoints: z.array(
    z.strictObject({
      id: z.string(),
      slug: z.string(),
      endpointKind: z.enum(endpointKinds),
      status: z.enum(["active", "disabled"]),
      limits: endpointState.shape.limits,
      /** The policy for Development. */
      policy: policyState,
    }),
  ),
});
export type PreviewState = z.infer<typeof previewState>;

/** Key `key:<id>`: an endpoint API key, by the SHA-256 (hex) of its value. A revoked key has no state. */
export const keyState = z.strictObject({
  kind: z.literal("key"),
  id: z.string(),
  endpointId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  sha256: z.string(),
  /** The value before a rotation, and the time (RFC 3339) until which it still opens; null when there is none. */
  previous: z.strictObject({ sha256: z.string(), until: z.string() }).nullable(),
  tenantId: z.string().nullable(),
  /** Tool names or routes (`GET /orders/{orderId}`); null: all. */
  scopes: z.array(z.string()).nullable(),
  expiresAt: z.string().nullable(),
});
export type KeyState = z.infer<typeof keyState>;

/**
 * Key `secret:<projectId>:<environment>:<NAME>`: a secret has changed. The worker requests the value with the next use.
 * A secret that somebody deleted and created again may have the same version as before, so every mention in the feed
 * counts.
 */
export const secretState = z.strictObject({
  kind: z.literal("secret"),
  /** `<projectId>:<environment>:<NAME>` */
  id: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  version: z.number().int(),
});

/** Key `signer:<kid>`: a public key (RFC 7517) for verifying access tokens. */
export const signerState = z.strictObject({
  kind: z.literal("signer"),
  id: z.string(),
  jwk: z.record(z.string(), z.string()),
});

export type SignerState = z.infer<typeof signerState>;

/**
 * Key `revocation:<grantId>`: the tokens of this consent no longer work. The key is removed long after the last of them
 * has expired.
 */
export const revocationState = z.strictObject({ kind: z.literal("revocation"), id: z.string() });

/**
 * Key `connection:<projectId>:<environment>:<name>`: a connection has changed. The worker requests it with the next
 * use.
 */
export const connectionState = z.strictObject({
  kind: z.literal("connection"),
  /** `<projectId>:<environment>:<name>` */
  id: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  /** Its id and revision. */
  version: z.string(),
});

/** The longest URI of a resource, in characters. */
export const mostUriChars = 1_000;

/** The argument of the host call `mcp.changed`: an absolute URI (RFC 3986), so it has no spaces or control characters. */
export const changedResource = z.strictObject({
  uri: z
    .string()
    .max(mostUriChars)
    .regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{C}]+$/u),
});

/**
 * Key `resource:<id>`: a Function has told that a resource changed. Callers of its tenant who listen hear of it. Workers
 * do not keep it, and the feed forgets it after some minutes without a word.
 */
export const resourceState = z.strictObject({
  kind: z.literal("resource"),
  /** `<projectId>:<environment>:<tenantId>:<uri>` */
  id: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  tenantId: z.string(),
  uri: z.string(),
});
export type ResourceState = z.infer<typeof resourceState>;

export const runtimeState = z.discriminatedUnion("kind", [
  projectState,
  endpointState,
  keyState,
  secretState,
  signerState,
  revocationState,
  connectionState,
  previewState,
  resourceState,
]);
export type RuntimeState = z.infer<typeof runtimeState>;

/** A worker's place in the feed: see `changesPage`. */
export const changesQuery = z.strictObject({
  since: z.coerce.number<number | string>().int().min(0).default(0),
  epoch: z.string().max(100).optional(),
  reading: z.literal("1").optional(),
  /** `0`: respond at once, even without news. */
  held: z.literal("0").optional(),
});

/**
 * Every key whose state changed after `since`, oldest first, at most 1,000. Sequences are assigned in commit order, so
 * none is ever skipped. `state` null: the key was removed. If the epoch differs from the request's, the database has
 * been replaced: `items` starts from the beginning, and the worker must drop its state when it has the first page
 * (`reset` true). The same happens if a worker was away for so long that the feed has forgotten a removed key.
 * `reading=1` marks a further page of a reading from the beginning, which such a removal does not affect.
 */
export const changesPage = z.strictObject({
  epoch: z.string(),
  reset: z.boolean(),
  sequence: z.number().int(),
  more: z.boolean(),
  items: z.array(z.strictObject({ key: z.string(), sequence: z.number().int(), state: runtimeState.nullable() })),
});
export type ChangesPage = z.infer<typeof changesPage>;

const anyItem = z.looseObject({ key: z.string(), sequence: z.number().int() });
/** A page, as a worker parses it: it skips unknown kinds of state, because a newer control plane may send some. */
export const heardChanges = changesPage
  .extend({ items: z.array(anyItem) })
  .transform(({ items, ...page }): ChangesPage => {
    const { element } = changesPage.shape.items;
    return { ...page, items: items.flatMap((item) => element.safeParse(item).data ?? []) };
  });
