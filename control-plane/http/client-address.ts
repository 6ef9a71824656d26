import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isOneOfTokens } from "@ferrule/kit/tokens-equal.ts";

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/**
 * Where the request came from. `x-forwarded-for` is believed only beside the right `x-internal-token`, that is from the
 * gateway, which puts the caller's address there; anybody else is where their connection comes from.
 */
export function clientAddress(request: IncomingMessage, internalApiTokens: readonly string[]): string | null {
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded === "string" && isOneOfTokens(request.headers["x-internal-token"], internalApiTokens)) {
    const first = plain(forwarded.split(",", 1)[0]?.trim() ?? "");
    if (isIP(first) !== 0) return first;
  }
  const { remoteAddress } = request.socket;
  return remoteAddress === undefined ? null : plain(remoteAddress);
}
