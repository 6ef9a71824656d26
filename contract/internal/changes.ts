import { z } from "zod";
import { endpointKinds, environments } from "../states.ts";
import { permissions } from "./permissions.ts";

const activeDeployment = z.strictObject({ deploymentId: z.string(), digest: z.string() }).nullable();

/** Key `project:<id>`: what is active where. An archived Project's endpoints answer 404. */
export const projectState = z.strictObject({
  kind: z.literal("project"),
  id: z.string(),
  slug: z.string(),
  status: z.enum(["active", "archived"]),
  active: z.strictObject({ development: activeDeployment, production: activeDeployment }),
});
export type ProjectState = z.infer<typeof projectState>;

export const policyState = z.strictObject({
  callerMode: z.enum(["none", "api-key", "jwt"]),
  permissions: z.union([z.literal("*"), permissions]),
  allowedOrigins: z.array(z.string()),
});
export type PolicyState = z.infer<typeof policyState>;

/** Key `endpoint:<id>`: what of an endpoint is live without a deployment. */
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

/** Key `key:<id>`: an endpoint API key, by the SHA-256 (hex) of its value. A revoked key has no state. */
export const keyState = z.strictObject({
  kind: z.literal("key"),
  id: z.string(),
  endpointId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  sha256: z.string(),
  /** The value before a rotation and until when (RFC 3339) it still opens; null without one. */
  previous: z.strictObject({ sha256: z.string(), until: z.string() }).nullable(),
  tenantId: z.string().nullable(),
  /** Tool names or routes (`GET /orders/{orderId}`); null: all. */
  scopes: z.array(z.string()).nullable(),
  expiresAt: z.string().nullable(),
});
export type KeyState = z.infer<typeof keyState>;

/**
 * Key `secret:<projectId>:<environment>:<NAME>`: that a secret is another one now; its value is asked for when it is used.
 * A secret that was deleted and made again may have the same version as before: every word of it counts.
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

export const runtimeState = z.discriminatedUnion("kind", [projectState, endpointState, keyState, secretState]);
export type RuntimeState = z.infer<typeof runtimeState>;

/**
 * `GET /internal/changes?since=<sequence>&epoch=<epoch>`: every key whose state changed after `since`, oldest first, at
 * most 1,000; held up to 20 s while there is none. Sequences are assigned in commit order, so none is ever skipped.
 * `state` null: the key is gone. An epoch other than the one asked with: the database is another one, `items` starts
 * from the beginning, and what the worker holds must be dropped when the first page has arrived (`reset` true). So it does
 * for who has been away for so long that a key has come to be gone and forgotten meanwhile; `reading=1` says that the
 * worker asks for a further page of a reading from the beginning, to which that does not matter.
 */
export const changesPage = z.strictObject({
  epoch: z.string(),
  reset: z.boolean(),
  sequence: z.number().int(),
  more: z.boolean(),
  items: z.array(z.strictObject({ key: z.string(), sequence: z.number().int(), state: runtimeState.nullable() })),
});
export type ChangesPage = z.infer<typeof changesPage>;
