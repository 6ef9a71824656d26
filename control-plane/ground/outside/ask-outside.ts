import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import { createAddressRule, isPublicAddress, type AddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import { createCheckedAgent } from "@ferrule/kit/network/checked-agent.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";

/** Why we did not request an outside address, or did not read its answer. */
export class OutsideRefused extends Error {
  override name = "OutsideRefused";
  readonly reason: "private" | "too-large";

  constructor(reason: OutsideRefused["reason"]) {
    super(reason === "private" ? "The address is private, or public without TLS." : "The answer is too large.");
    this.reason = reason;
  }
}

/** The way of this installation to addresses outside. */
export interface Egress {
  /** The exceptions of EGRESS_ALLOW_PRIVATE. */
  egressAllowPrivate: readonly string[];
  proxies?: Proxies | undefined;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers: Record<string, string>;
  body?: string | Buffer | null | undefined;
  egress: Egress;
  mostBytes: number;
  mostMs: number;
  /** Aborting it ends the request early. */
  signal?: AbortSignal | undefined;
  /** Throws when there is no need to read the answer. */
  mayRead?: (status: number, headers: IncomingHttpHeaders) => void;
}

/** Without TLS, we request only a private address that an exception names. */
function ruleFor({ protocol }: URL, exceptions: readonly string[]): AddressRule {
  const rule = createAddressRule(exceptions);
  if (protocol === "https:") return rule;
  return (hostname, port, address) => !isPublicAddress(address) && rule(hostname, port, address);
}

async function readBounded(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    // Leaving the loop destroys the body.
    if (bytes > mostBytes) throw new OutsideRefused("too-large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * One request to an address that somebody configured, under the egress rules and through the proxies: no redirects, no
 * cookies, bounded in bytes and time. Without TLS it uses no proxy, because we could not check where the proxy
 * connects.
 * @throws OutsideRefused, what `mayRead` throws, and the errors of the connection
 */
export async function askOutside(
  url: URL,
  { egress, mostBytes, mostMs, signal: given, mayRead, ...sent }: Asking,
): Promise<OutsideAnswer> {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") throw new OutsideRefused("private");
  const { agent, check } = createCheckedAgent({
    rule: ruleFor(url, egress.egressAllowPrivate),
    resolve: (hostname) => lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }),
    denied: () => new OutsideRefused("private"),
    connectTimeoutMs: mostMs,
    proxies: isSecure ? egress.proxies : undefined,
    connections: 1,
  });
  const timeout = AbortSignal.timeout(mostMs);
  const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
  try {
    await check?.(url);
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: sent.method ?? "GET",
      headers: sent.headers,
      body: sent.body ?? null,
      signal,
    });
    // If we do not read an answer, it ends with its agent.
    body.on("error", () => undefined);
    mayRead?.(statusCode, headers);
    return { status: statusCode, headers, body: await readBounded(body, mostBytes) };
  } finally {
    await agent.destroy();
  }
}
