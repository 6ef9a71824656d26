import { createHmac } from "node:crypto";
import { deriveKey } from "./derive-key.ts";

/**
 * The CSRF token of a session: a keyed hash of its id and salt. Nothing in the database is worth stealing for it, and a
 * new salt takes the old token out of use.
 */
export const csrfToken = (sessionSecret: string, session: { id: string; csrfSalt: string }): string =>
  createHmac("sha256", deriveKey(sessionSecret, "csrf"))
    .update(`${session.id}.${session.csrfSalt}`)
    .digest("base64url");
