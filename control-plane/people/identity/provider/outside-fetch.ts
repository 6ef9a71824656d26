import type { CustomFetchOptions } from "openid-client";
import { askOutside, type Egress } from "../../../ground/outside/ask-outside.ts";

/** The most bytes of one answer of a provider: metadata, keys, user info, or tokens with many groups. */
const mostBytes = 524_288;
const mostMs = 10_000;
const withoutBody = new Set([204, 205, 304]);

/** `fetch` for requests to a provider, under the egress rules and through the proxies. */
export const outsideFetch =
  (egress: Egress) =>
  async (url: string, { method, headers, body }: Pick<CustomFetchOptions, "method" | "headers" | "body">) => {
    const text = body === undefined || body === null ? undefined : await new Response(body).text();
    const sent = { ...headers, ...(text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) }) };
    const answer = await askOutside(new URL(url), { method, headers: sent, body: text, egress, mostBytes, mostMs });
    const { "content-type": type = "", location } = answer.headers;
    return new Response(withoutBody.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { "content-type": type, ...(location === undefined ? {} : { location }) },
    });
  };
