import { createHmac } from "node:crypto";
import { deriveKey } from "./derive-key.ts";

/**
 * The CSRF token of a session: a keyed hash of its id and salt. A stolen database does not reveal it, and a new salt
 * invalidates the old token.
 */
export const csrfToken = (sessionSecret: string, session: { id: string; csrfSalt: string }): string =>
  createHmac("sha256", deriveKey(sessionSecret, "csrf"))
    .update(`${session.id}.${session.csrfSalt}`)
    .digest("base64url");
