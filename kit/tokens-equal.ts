import { hash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => hash("sha256", text, "buffer");

/** Compares two tokens in constant time, whatever their lengths; a missing or repeated one is never equal. */
export function tokensEqual(given: string | string[] | undefined, expected: string): boolean {
  return typeof given === "string" && timingSafeEqual(digest(given), digest(expected));
}

/** Whether a token is among the accepted ones during a rotation; each is compared in constant time. */
export const isOneOfTokens = (given: string | string[] | undefined, accepted: readonly string[]): boolean =>
  accepted.filter((expected) => tokensEqual(given, expected)).length > 0;
