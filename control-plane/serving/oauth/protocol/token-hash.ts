import { createHash, randomBytes } from "node:crypto";

/** The stored form of a code or token. It has 256 random bits, so it needs no slow hash. */
export const tokenHash = (value: string): string => createHash("sha256").update(value).digest("hex");

/** A new code or refresh token. We keep only its hash, so only the client has it. */
export const newToken = (prefix: string): string => `${prefix}${randomBytes(32).toString("base64url")}`;
