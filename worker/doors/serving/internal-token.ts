import { timingSafeEqual } from "node:crypto";

type Check = (given: string | string[] | undefined) => boolean;

function checkOf(expected: string): Check {
  const wanted = Buffer.from(expected, "utf8");
  const given = Buffer.alloc(wanted.length);
  return (header) => {
    if (typeof header !== "string" || Buffer.byteLength(header) !== wanted.length) return false;
    given.write(header, "utf8");
    return timingSafeEqual(given, wanted);
  };
}

/**
 * Whether a header holds one of the accepted values of INTERNAL_API_TOKEN, compared in constant time. It runs for every
 * call, so it prepares the expected bytes and the buffer for the given ones only once. Its duration reveals only the
 * length of a wrong token.
 */
export function internalTokenCheck(accepted: readonly string[]): Check {
  const checks = accepted.map(checkOf);
  return (given) => checks.some((check) => check(given));
}
