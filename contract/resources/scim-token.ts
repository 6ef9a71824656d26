import { z } from "zod";
import { givenName, id, name, time } from "./fields.ts";

/** The token with which a provider's SCIM client authenticates (RFC 7644, section 2). Only its hash is stored. */
export const scimToken = z.object({
  id: id("sct"),
  name,
  prefix: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  /** When the value before the latest rotation expires; null if it no longer works. */
  previousUntil: time.nullable(),
});

export const newScimToken = z.strictObject({ name: givenName });

/** With the token's value, which no other response contains, and the address for the client's requests. */
export const issuedScimToken = scimToken.extend({ value: z.string(), url: z.string() });
