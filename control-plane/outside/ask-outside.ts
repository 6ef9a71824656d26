import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { createAddressRule, isPublicAddress } from "@ferrule/kit/allowed-addresses.ts";

/** Why an outside address was not requested, or its answer not read. */
export class OutsideRefused extends Error {
  override name = "OutsideRefused";
  readonly reason: "private" | "too-large";

  constructor(reason: OutsideRefused["reason"]) {
    super(reason === "private" ? "The address is private, or is not asked without TLS." : "The answer is too large.");
    this.reason = reason;
  }
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** The exceptions of EGRESS_ALLOW_PRIVATE. */
  exceptions: readonly string[];
  mostBytes: number;
  mostMs: number;
  /** Throws when the answer need not be read. */
  mayRead?: (status: number, headers: IncomingHttpHeaders) => void;
}

type Allows = (address: string) => boolean;

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "").toLowerCase();

/** Without TLS, only a private address that an exception names may be requested. */
function ruleFor(url: URL, exceptions: readonly string[]): Allows {
  const rule = createAddressRule(exceptions);
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? "443" : "80") : url.port;
  return (address) => (isSecure || !isPublicAddress(address)) && rule(bare(url.hostname), port, address);
}

/** Resolves a name once and returns only addresses that may be connected to: no second look-up can differ. */
function checkedLookup(hostname: string, allows: Allows): LookupFunction {
  const allowed = callbackify(async () => {
    const addresses = (await lookup(hostname, { all: true })).filter(({ address }) => allows(address));
    if (addresses.length === 0) throw new OutsideRefused("private");
    return addresses;
  });
  return (_name, how, callback) =>
    allowed((error, addresses) => {
      if (error !== null) callback(error, "", 4);
      else if (how.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
}

/**
 * One request to an address that somebody configured, under the egress rules: no redirects, no cookies, bounded in
 * bytes and time.
 * @throws OutsideRefused, what `mayRead` throws, and the errors of the connection
 */
export function askOutside(
  url: URL,
  { exceptions, mostBytes, mostMs, mayRead, ...sent }: Asking,
): Promise<OutsideAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>();
  const hostname = bare(url.hostname);
  const allows = ruleFor(url, exceptions);
  if (!/^https?:$/.test(url.protocol) || (isIP(hostname) !== 0 && !allows(hostname))) {
    reject(new OutsideRefused("private"));
    return promise;
  }
  const asked = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: sent.method ?? "GET",
    headers: sent.headers,
    agent: false,
    signal: AbortSignal.timeout(mostMs),
    lookup: checkedLookup(hostname, allows),
  });
  asked.on("error", reject);
  asked.on("response", (response) => {
    response.on("error", reject);
    const { statusCode: status = 0, headers } = response;
    const stop = (why: unknown) => {
      reject(why);
      asked.destroy();
    };
    try {
      mayRead?.(status, headers);
    } catch (error) {
      return stop(error);
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostBytes) return stop(new OutsideRefused("too-large"));
      parts.push(part);
    });
    response.on("end", () => resolve({ status, headers, body: Buffer.concat(parts) }));
  });
  asked.end(sent.body);
  return promise;
}
