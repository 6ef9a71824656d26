import { createHash, randomBytes } from "node:crypto";

/** What is kept of a code or token: 256 random bits need no slow hash. */
export const tokenHash = (value: string): string => createHash("sha256").update(value).digest("hex");

/** A new code or refresh token, which only its client ever holds. */
export const newToken = (prefix: string): string => `${prefix}${randomBytes(32).toString("base64url")}`;
