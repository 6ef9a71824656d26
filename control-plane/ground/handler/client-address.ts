import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isOneOfTokens } from "@ferrule/kit/tokens-equal.ts";

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/**
 * The address that a request came from. `x-forwarded-for` is trusted only with a valid `x-internal-token`, which means
 * that the gateway set it. For anybody else it is the address of the connection.
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
