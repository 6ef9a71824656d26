import { createHmac } from "node:crypto";

/** A key of its own for each purpose out of SESSION_SECRET, so that no value made for one is valid for another. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  createHmac("sha256", secret).update(`ferrule.${purpose}`).digest();
