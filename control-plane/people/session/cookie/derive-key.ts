import { createHmac } from "node:crypto";

/** Derives a separate key for each purpose from SESSION_SECRET, so that a value made for one is invalid for another. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  createHmac("sha256", secret).update(`ferrule.${purpose}`).digest();
