import { z } from "zod";
import { mostBodyBytes } from "../most-body-bytes.ts";
import { permissions } from "../internal/permissions.ts";
import { endpointKinds } from "../states.ts";
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

export const callerModes = ["none", "api-key", "jwt"] as const;
const policySummary = z.object({ mode: z.enum(callerModes), activeKeys: z.number().int() });

export const runtimeEndpoint = z.object({
  ...owned("ep"),
  kind: z.enum(endpointKinds),
  slug,
  name,
  description,
  instructions: text(8_000),
  status: z.enum(["active", "disabled"]),
  urls: perEnvironment(z.string()),
  limits: endpointLimits,
  deployed: perEnvironment(z.boolean()),
  policy: perEnvironment(policySummary),
});
export type RuntimeEndpoint = z.infer<typeof runtimeEndpoint>;

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

/** Shown once, at creation and at rotation. */
export const issuedApiKey = apiKey.extend({ value: z.string() });

export const newApiKey = z.strictObject({
  name: givenName,
  environment,
  tenantId: tenantId.optional(),
  scopes: z.array(givenLine(300, 1)).min(1).max(200).optional(),
  expiresAt: givenTime.optional(),
});

const callerPolicy = z.strictObject({
  mode: z.enum(callerModes),
  jwt: z
    .strictObject({
      issuer: z.url().max(500),
      audience: text(500, 1),
      jwksUrl: z.url().max(500),
      tenantClaim: text(200, 1).optional(),
    })
    .optional(),
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
});

export const authPolicy = z.object({
  ...owned("pol"),
  endpointId: id("ep"),
  environment,
  caller: callerPolicy,
  permissions: z.union([z.literal("*"), permissions]),
  allowedOrigins: z.array(z.string()),
  apiKeys: z.array(apiKey),
});
export type AuthPolicy = z.infer<typeof authPolicy>;
