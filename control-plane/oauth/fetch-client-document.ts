import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { createAddressRule, type AddressRule } from "@ferrule/kit/allowed-addresses.ts";
import { readClientDocument, type FetchedDocument } from "./client-document.ts";

const mostBytes = 16_384;
const mostMs = 5_000;
const shortestMs = 5 * 60_000;
const longestMs = 24 * 3_600_000;
/** What failed is not tried again at once: whoever sends sign-ins here must not make us send requests there. */
const failedMs = 60_000;

class Refused extends Error {}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "").toLowerCase();

/** Resolves a name once and answers only addresses that may be connected to, so there is no second look-up to lie in. */
function checkedLookup(rule: AddressRule, hostname: string, port: string): LookupFunction {
  const allowed = callbackify(async () => {
    const addresses = (await lookup(hostname, { all: true })).filter(({ address }) => rule(hostname, port, address));
    if (addresses.length === 0) throw new Refused("The client's metadata document is at a private address.");
    return addresses;
  });
  return (_name, how, callback) =>
    allowed((error, addresses) => {
      if (error !== null) callback(error, "", 4);
      else if (how.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
}

interface Answer {
  text: string;
  cacheControl: string;
}

/** One GET: no redirects, no cookies, at most 16 KiB in 5 s. */
function get(url: URL, rule: AddressRule): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const hostname = bare(url.hostname);
  const port = url.port === "" ? "443" : url.port;
  if (isIP(hostname) !== 0 && !rule(hostname, port, hostname)) {
    reject(new Refused("The client's metadata document is at a private address."));
    return promise;
  }
  const asked = request(url, {
    headers: { accept: "application/json" },
    agent: false,
    signal: AbortSignal.timeout(mostMs),
    lookup: checkedLookup(rule, hostname, port),
  });
  asked.on("error", reject);
  asked.on("response", (response) => {
    response.on("error", reject);
    const { statusCode = 0, headers } = response;
    const stop = (why: string) => {
      reject(new Refused(why));
      asked.destroy();
    };
    if (statusCode >= 300 && statusCode < 400) return stop("The client's metadata document redirects.");
    if (statusCode !== 200) return stop("The client's metadata document could not be fetched.");
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(headers["content-type"] ?? "")) {
      return stop("The client's metadata document is not JSON.");
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostBytes) return stop("The client's metadata document is too large.");
      parts.push(part);
    });
    response.on("end", () =>
      resolve({ text: Buffer.concat(parts).toString(), cacheControl: headers["cache-control"] ?? "" }),
    );
  });
  asked.end();
  return promise;
}

const keepMsOf = (cacheControl: string): number => {
  const seconds = /\bmax-age=(\d{1,9})\b/.exec(cacheControl)?.[1];
  return Math.min(Math.max(Number(seconds ?? 0) * 1_000, shortestMs), longestMs);
};

/** Fetches a client's metadata document. `exceptions` are those of EGRESS_ALLOW_PRIVATE; else it is at a public address or refused. */
export async function fetchClientDocument(clientId: string, exceptions: readonly string[]): Promise<FetchedDocument> {
  try {
    const { text, cacheControl } = await get(new URL(clientId), createAddressRule(exceptions));
    const read = readClientDocument(clientId, text);
    if ("problem" in read) return { document: null, problem: read.problem, keepMs: failedMs };
    return { document: read.document, problem: null, keepMs: keepMsOf(cacheControl) };
  } catch (error) {
    const problem = error instanceof Refused ? error.message : "The client's metadata document could not be fetched.";
    return { document: null, problem, keepMs: failedMs };
  }
}
