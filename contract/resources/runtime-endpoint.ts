import { z } from "zod";
import { mostBodyBytes } from "../most-body-bytes.ts";
import { permissions } from "../internal/permissions.ts";
import { callerModes, documentationModes, endpointKinds, unknownArgumentModes } from "../states.ts";
import { approvalRules } from "./approval.ts";
import { jwtPolicy, tokenRules } from "./caller-rules.ts";
import { issuer } from "./identity-provider.ts";
import { allowedAddresses, policyLimits } from "./policy-limits.ts";
import { signaturePolicy } from "./signature-policy.ts";
import {
  description,
  environment,
  givenLine,
  givenName,
  givenTime,
  id,
  name,
  owned,
  slug,
  tenantId,
  text,
  time,
} from "./fields.ts";

export const endpointLimits = z.strictObject({
  requestsPerMinute: z.number().int().min(1).max(1_000_000).default(600),
  maxBodyBytes: z.number().int().min(1_024).max(mostBodyBytes).default(1_048_576),
});

const perEnvironment = <T extends z.ZodType>(value: T) => z.object({ development: value, production: value });

/** Since when every call is refused in one environment, by whose wish (an e-mail address), and why. */
const stop = z.object({ at: time, by: z.string(), reason: z.string() });

const policySummary = z.object({
  mode: z.enum(callerModes),
  activeKeys: z.number().int(),
  /** Absent while it is not stopped. */
  stopped: stop.optional(),
});

export const runtimeEndpoint = z.object({
  ...owned("ep"),
  kind: z.enum(endpointKinds),
  slug,
  name,
  description,
  instructions: text(8_000),
  /** For an MCP endpoint: what to do with an argument that the called tool does not know. */
  unknownArguments: z.enum(unknownArgumentModes),
  status: z.enum(["active", "disabled"]),
  urls: perEnvironment(z.string()),
  limits: endpointLimits,
  deployed: perEnvironment(z.boolean()),
  policy: perEnvironment(policySummary),
});
export type RuntimeEndpoint = z.infer<typeof runtimeEndpoint>;

export const listedEndpoint = runtimeEndpoint.extend({
  /**
   * Set when the list was requested with `activityIn`: its drafted tools or routes, and its calls of the last 24 hours.
   */
  activity: z
    .object({
      bindings: z.number().int(),
      calls: z.number().int(),
      /** Those that ended as `failed` or `timed_out`. */
      failed: z.number().int(),
    })
    .optional(),
});

export const apiKey = z.object({
  id: id("key"),
  endpointId: id("ep"),
  environment,
  name,
  prefix: z.string(),
  tenantId: z.string().nullable(),
  scopes: z.array(z.string()).nullable(),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  status: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Shown only at creation and at rotation. */
export const issuedApiKey = apiKey.extend({ value: z.string() });

export const newApiKey = z.strictObject({
  name: givenName,
  environment,
  tenantId: tenantId.optional(),
  scopes: z.array(givenLine(300, 1)).min(1).max(200).optional(),
  expiresAt: givenTime.optional(),
});

/** The scope that every caller requests at sign-in. It opens everything without a scope of its own in the policy. */
export const basicScope = "call";

const scopeName = z
  .string()
  .regex(/^[a-z][a-z0-9:._-]{0,63}$/, "must start with a letter and hold only a-z, 0-9, : . _ and -")
  .refine((value) => value !== basicScope, `must not be ${basicScope}, which is always there`);

/** How callers sign in at this endpoint. */
export const oauthPolicy = z.strictObject({
  /** Whether API keys also open the endpoint, at the same address. */
  keys: z.boolean().default(true),
  /** Whether a client's id may be the https address of its metadata document. */
  documents: z.boolean().default(true),
  /** Whether a client may register itself (RFC 7591). */
  registration: z.boolean().default(false),
  /**
   * The issuers whose people may sign in, besides people with an account here. They belong to identity providers whose
   * callers and identity assertions (ID-JAG) the endpoint then accepts.
   */
  issuers: z
    .array(issuer)
    .max(50)
    .refine((all) => new Set(all).size === all.length, "must not name an issuer twice")
    .default([]),
  /** Tools or routes with a scope of their own, which a person allows by its description. */
  scopes: z
    .array(
      z.strictObject({
        name: scopeName,
        description: givenLine(200).default(""),
        targets: z.array(givenLine(320, 1)).min(1).max(200),
      }),
    )
    .max(50)
    .default([]),
  /**
   * When a program learns of scopes beyond the basic one: with the first challenge, or by the first call that needs
   * one.
   */
  ask: z.enum(["at-sign-in", "when-needed"]).default("at-sign-in"),
  ...tokenRules,
});
export type OauthPolicy = z.infer<typeof oauthPolicy>;

const callerPolicy = z.strictObject({
  mode: z.enum(callerModes),
  jwt: jwtPolicy.optional(),
  oauth: oauthPolicy.optional(),
  signature: signaturePolicy.optional(),
  /**
   * Who can read an HTTP API's description at its own address: its callers, or everybody. Default: nobody.
   */
  documentation: z.enum(documentationModes).optional(),
});

const origin = z
  .string()
  .max(300)
  .refine(
    (value) => value === "*" || (URL.canParse(value) && new URL(value).origin === value),
    "must be an origin like https://app.example.com, or *",
  );

export const newAuthPolicy = z.strictObject({
  environment,
  caller: callerPolicy,
  permissions: z.union([z.literal("*"), permissions]).default("*"),
  allowedOrigins: z.array(origin).max(50).default([]),
  allowedAddresses: allowedAddresses.default([]),
  limits: policyLimits.prefault({}),
  /** The calls that wait until a person approves. */
  approvals: approvalRules.default([]),
});

/** The fields of a policy that a person edits. */
export const policyFields = z.object({
  caller: callerPolicy,
  permissions: z.union([z.literal("*"), permissions]),
  allowedOrigins: z.array(z.string()),
  allowedAddresses: z.array(z.string()),
  limits: policyLimits,
  approvals: approvalRules,
});

export const authPolicy = z.object({
  ...owned("pol"),
  endpointId: id("ep"),
  environment,
  ...policyFields.shape,
  apiKeys: z.array(apiKey),
});
export type AuthPolicy = z.infer<typeof authPolicy>;
