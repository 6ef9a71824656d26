import { z } from "zod";
import { agentScopes, roles } from "../states.ts";
import { head, id, name, time } from "./fields.ts";

export const email = z
  .email("must be an email address")
  .max(254)
  .transform((value) => value.toLowerCase());

export const password = z
  .string()
  .min(12, "must have at least 12 characters")
  .max(256, "must have at most 256 characters");

export const user = z.object({
  ...head("usr"),
  email: z.string(),
  name,
  role: z.enum(roles),
  status: z.enum(["active", "disabled"]),
  mustChangePassword: z.boolean(),
  lastLoginAt: time.nullable(),
});
export type User = z.infer<typeof user>;

export const invitation = z.object({
  /** The console's address with the token: it signs the visitor in, once, and lets them choose a password. */
  url: z.string(),
  expiresAt: time,
});

export const session = z.object({
  id: id("ses"),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
});

export const apiToken = z.object({
  id: id("tok"),
  name,
  role: z.enum(roles),
  projectId: id("prj"),
  /** What an agent may do with it at the management MCP server, the only place where it works; null: anywhere. */
  scopes: z.array(z.enum(agentScopes)).nullable(),
  prefix: z.string(),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
});
