import type { Claims } from "./claims.ts";
import type { Policy } from "../policy-sentence.ts";

const seconds = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** A token's time in readable form. A number that is too large for a date is shown unchanged. */
function timeText(at: number): string {
  const date = new Date(at * 1_000);
  return Number.isNaN(date.getTime()) ? String(at) : date.toLocaleString();
}

/**
 * Why a worker would refuse a token before it looks at rules: its times, its audience, a missing claim. Times are
 * compared with the browser's clock.
 * @param address the endpoint's address, which is the expected audience if the policy names none (RFC 8707)
 * @param isToken whether the claims are those of a whole token, so that a missing claim counts
 */
export function tokenNotes(
  claims: Claims,
  policy: Policy,
  address: string,
  isToken: boolean,
  now = Date.now(),
): string[] {
  const { jwt } = policy.caller;
  const skew = jwt?.clockSkewSeconds ?? 0;
  const [expires, begins] = [seconds(claims["exp"]), seconds(claims["nbf"])];
  const wanted = jwt?.audience ?? address;
  const audience = claims["aud"];
  const audiences = Array.isArray(audience) ? audience : [audience];
  const missing = ["iss", "aud", "sub", "exp"].filter((name) => claims[name] === undefined);
  return [
    ...(isToken && missing.length > 0 ? [`The token lacks ${missing.join(", ")}, so it is refused.`] : []),
    ...(expires !== null && expires + skew <= now / 1_000
      ? [`The token expired at ${timeText(expires)}, so it is refused.`]
      : []),
    ...(begins !== null && begins - skew > now / 1_000
      ? [`The token counts only from ${timeText(begins)} on, so it is refused until then.`]
      : []),
    ...(audience !== undefined && !audiences.includes(wanted)
      ? [`The token is for ${audiences.map(String).join(", ")}. This policy asks for ${wanted}, so it is refused.`]
      : []),
    ...(claims["cnf"] === undefined ? [] : ["The token is bound to a key of its client (cnf), so it is refused."]),
  ];
}
