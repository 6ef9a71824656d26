import { HostTypeError } from "../host-call.ts";

/** Another host must not see these. */
const credentials = /^(?:authorization|cookie)$/;

/** One request on the way to a `fetch`'s response. */
export interface Hop {
  url: URL;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
}

/** The request that follows a redirect. @throws HostTypeError if it leads nowhere. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  let url: URL;
  try {
    url = new URL(location, hop.url);
  } catch {
    throw new HostTypeError("fetch failed: the redirect leads to an invalid URL.");
  }
  const becomesGet =
    (status === 303 && hop.method !== "HEAD") || ((status === 301 || status === 302) && hop.method === "POST");
  const same = url.origin === hop.url.origin;
  const headers = hop.headers.filter(
    ([name]) => (same || !credentials.test(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return { url, method: becomesGet ? "GET" : hop.method, headers, body: becomesGet ? null : hop.body };
}
