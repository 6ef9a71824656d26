import type { Dispatcher } from "undici";
import type { HostCallAnswer } from "../host-call.ts";
import { decodeBody } from "./decode-body.ts";
import type { Hop } from "./hop.ts";
import { OpenBody } from "./open-body.ts";
import type { createOpenBodies } from "./open-bodies.ts";

/** We send the start of a body with the headers if it arrives this soon, up to this size. The rest comes on request. */
const aheadMs = 5;
const aheadBytes = 65_536;

interface ReadOptions {
  redirected: boolean;
  responseBytes: number;
  bodies: ReturnType<typeof createOpenBodies>;
  /** The error that a Function gets for an unreadable body. */
  explain: (error: unknown) => Error;
  callEnded: AbortSignal;
}

/** A server's response in the form for the guest's `fetch`. */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  { url, method }: Hop,
  { redirected, responseBytes, bodies, explain, callEnded }: ReadOptions,
): Promise<HostCallAnswer> {
  const encoding = response.headers["content-encoding"];
  const { stream, decoded } = decodeBody(response.body, [encoding ?? ""].flat().join(","), responseBytes);
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(response.headers)) {
    if (decoded && (name === "content-encoding" || name === "content-length")) continue;
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.push([name, one]);
  }
  const { statusCode: status, statusText } = response;
  const shown = new URL(url);
  shown.hash = "";
  const hasBody = method !== "HEAD" && status !== 204 && status !== 205 && status !== 304;
  const open = new OpenBody(stream, responseBytes, explain);
  const { bytes, ended } = await open.readAhead(aheadMs, aheadBytes);
  const body = ended ? null : bodies.keep(open, callEnded);
  return { value: { status, statusText, url: shown.href, redirected, headers, hasBody, body }, bytes };
}
