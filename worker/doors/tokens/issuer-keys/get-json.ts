import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import { createAddressRule, isPublicAddress } from "@ferrule/kit/network/allowed-addresses.ts";
import { issuerDocument } from "@ferrule/contract/internal/issuer-documents.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { createCheckedAgent, type CheckedAgent } from "../../../running/sandbox/host-calls/fetch/checked-agent.ts";
import { createNameResolver } from "../../../ground/names/resolve-name.ts";

/** Fetches a JSON object. @throws Error for anything else */
export type GetJson = (url: string) => Promise<{ value: Record<string, unknown>; keepMs: number | null }>;

const { mostBytes } = issuerDocument;

function keepMsOf(cacheControl: string | string[] | undefined): number | null {
  const seconds = /\bmax-age=(\d{1,9})\b/.exec(String(cacheControl ?? ""))?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

async function read(checked: CheckedAgent, url: URL, mostMs: number) {
  const signal = AbortSignal.timeout(mostMs);
  const leave = checked.want(url.hostname, signal);
  try {
    await checked.check?.(url);
    const { statusCode, headers, body } = await checked.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers: { accept: "application/json, application/jwk-set+json" },
      signal,
    });
    // We follow no redirects: the keys must be at the given address.
    if (statusCode !== 200) {
      body.on("error", () => undefined).destroy();
      throw new Error(`It answered with the status ${statusCode}.`);
    }
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      // Leaving the loop destroys the body.
      if (bytes > mostBytes) throw new Error(`The answer has more than ${mostBytes} bytes.`);
      parts.push(part);
    }
    return { text: Buffer.concat(parts).toString(), keepMs: keepMsOf(headers["cache-control"]) };
  } finally {
    leave();
  }
}

interface GetJsonOptions {
  allowPrivate: readonly string[];
  proxies: Proxies;
  /** The limit for one document, in milliseconds. */
  mostMs?: number;
}

/**
 * Fetches documents of issuers under the rules for Functions: from public addresses and those of
 * `EGRESS_ALLOW_PRIVATE`, through the same proxies, at most 128 KiB in 5 s, without redirects. Without TLS, it fetches
 * only from allowed private addresses.
 */
export function createGetJson({ allowPrivate, proxies, mostMs = issuerDocument.mostMs }: GetJsonOptions): {
  get: GetJson;
  close: () => Promise<void>;
} {
  const rule = createAddressRule(allowPrivate);
  const shared = { resolve: createNameResolver(), tenant: "issuers", connectTimeoutMs: mostMs, proxies };
  const agents = {
    "https:": createCheckedAgent({ ...shared, rule }),
    "http:": createCheckedAgent({
      ...shared,
      rule: (hostname, port, address) => !isPublicAddress(address) && rule(hostname, port, address),
    }),
  };
  return {
    async get(address) {
      const url = new URL(address);
      if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error("It is not an https address.");
      const { text, keepMs } = await read(agents[url.protocol], url, mostMs);
      const value: unknown = parseJson(text);
      if (!isObject(value)) throw new Error("The answer is not a JSON object.");
      return { value, keepMs };
    },
    async close() {
      await Promise.all(Object.values(agents).map(({ agent }) => agent.destroy()));
    },
  };
}
