import { timingSafeEqual } from "node:crypto";

/**
 * Whether a header holds INTERNAL_API_TOKEN, compared in constant time. It runs for every call, so the expected bytes
 * and the place for the given ones are made once; only the length of a wrong token can be told from the time.
 */
export function internalTokenCheck(expected: string): (given: string | string[] | undefined) => boolean {
  const wanted = Buffer.from(expected, "utf8");
  const given = Buffer.alloc(wanted.length);
  return (header) => {
    if (typeof header !== "string" || Buffer.byteLength(header) !== wanted.length) return false;
    given.write(header, "utf8");
    return timingSafeEqual(given, wanted);
  };
}
