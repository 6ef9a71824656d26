import { z } from "zod";
import { operation } from "./operation.ts";
import { environment, jsonValue, listOf, page, pathId, text } from "../resources/fields.ts";
import { jwtPolicy } from "../resources/caller-rules.ts";
import { apiKey, authPolicy, issuedApiKey, newApiKey, newAuthPolicy } from "../resources/runtime-endpoint.ts";

const keepers = ["owner", "admin"] as const;
const shared = { tag: "Auth policies", scope: "project" } as const;

/** The callers of an endpoint and their permissions; live without a deployment. */
export const authPolicyOperations = {
  listAuthPolicies: operation({
    ...shared,
    method: "GET",
    path: "/api/auth-policies",
    summary: "List the policies of every endpoint",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(authPolicy),
  }),
  listEndpointAuthPolicies: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/auth-policies",
    summary: "An endpoint's policies, one an environment",
    roles: "any",
    response: listOf(authPolicy),
  }),
  replaceAuthPolicy: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/auth-policies",
    summary: "Replace the policy of one environment",
    roles: keepers,
    body: newAuthPolicy,
    /** `warnings`: what its author may not have meant, such as calls that need less approval than before. */
    response: authPolicy.extend({ warnings: z.array(z.string()) }),
    audit: "auth-policy.update",
    whenManaged: "refused",
    ifMatch: true,
  }),
  testTokenIssuer: operation({
    ...shared,
    method: "POST",
    path: "/api/auth-policies/test-issuer",
    summary: "Test an issuer's metadata and keys, and explain each problem",
    roles: keepers,
    body: jwtPolicy.pick({ issuer: true, jwksUrl: true, algorithms: true }),
    response: z.object({
      ok: z.boolean(),
      steps: z.array(
        z.object({
          step: z.enum(["discovery", "keys", "algorithms"]),
          outcome: z.enum(["ok", "failed"]),
          /** One sentence for the policy's author. */
          message: z.string(),
        }),
      ),
    }),
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  evaluateAuthPolicy: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/auth-policies/evaluate",
    summary: "Check whether a caller may call a tool or route",
    description: "And which rule decides.",
    roles: "any",
    body: z.strictObject({
      environment,
      /** The id of one of the endpoint's keys; without one, an anonymous caller. */
      keyId: pathId.optional(),
      /** A token's claims about its holder, in place of a key. We neither verify nor store them. */
      claims: z
        .record(z.string().min(1).max(200), jsonValue)
        .refine((value) => JSON.stringify(value).length <= 16_384, "must be at most 16 KiB")
        .optional(),
      origin: text(300).optional(),
      /** The caller's address, as the gateway sees it. Without one, addresses are not checked. */
      address: z.union([z.ipv4(), z.ipv6()]).optional(),
      /** A tool name, or a route like `GET /orders/{orderId}`. */
      target: text(320).optional(),
    }),
    response: z.object({
      allowed: z.boolean(),
      rule: z.string(),
      reason: z.string(),
      caller: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
      tenantId: z.string().nullable(),
      /** With `claims`: the rules that apply to this caller, by their place in the policy, from 1. */
      rules: z.array(z.object({ rule: z.number().int(), allow: z.array(z.string()) })).optional(),
      /** With `claims`: the served tools or routes that the caller may call. */
      callable: z.array(z.string()).optional(),
      /** With `target`: the rules by which a call of it waits for approval, by their place in the policy, from 1. */
      approvals: z
        .array(
          z.object({
            rule: z.number().int(),
            /** Whether every call needs it; false: only where the arguments match the rule's `when`. */
            always: z.boolean(),
            /** `Needs approval by an owner, but not by the person who asked.` */
            reason: z.string(),
          }),
        )
        .optional(),
    }),
    reads: true,
    audit: null,
  }),
  createApiKey: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/api-keys",
    summary: "Issue a key; its value is shown this once",
    roles: keepers,
    body: newApiKey,
    response: issuedApiKey,
    status: 201,
    audit: "api-key.create",
    whenManaged: "allowed",
    idempotent: true,
  }),
  getApiKey: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/api-keys/:keyId",
    summary: "Get a key, metadata only",
    roles: "any",
    response: apiKey,
  }),
  deleteApiKey: operation({
    ...shared,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId/api-keys/:keyId",
    summary: "Revoke a key, within one second everywhere",
    roles: keepers,
    response: null,
    audit: "api-key.revoke",
    whenManaged: "allowed",
  }),
  rotateApiKey: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/api-keys/:keyId/rotate",
    summary: "A new value; the old one stays valid for overlapSeconds",
    roles: keepers,
    body: z.strictObject({ overlapSeconds: z.number().int().min(0).max(604_800).default(0) }).prefault({}),
    response: issuedApiKey,
    errors: ["INVALID_STATE"],
    audit: "api-key.rotate",
    whenManaged: "allowed",
  }),
};
