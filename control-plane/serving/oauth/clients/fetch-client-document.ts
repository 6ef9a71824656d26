import { askOutside, OutsideRefused, type Egress } from "../../../ground/outside/ask-outside.ts";
import { readClientDocument } from "../protocol/client-document.ts";
import type { FetchedDocument } from "../queries/client-documents.ts";

const mostBytes = 16_384;
const mostMs = 5_000;
const shortestMs = 5 * 60_000;
const longestMs = 24 * 3_600_000;
/** After a failure, we wait this long. Otherwise programs that send sign-ins here could make us send requests there. */
const failedMs = 60_000;

class Unusable extends Error {}

const refusals: Record<OutsideRefused["reason"], string> = {
  private: "The client's metadata document is at a private address.",
  "too-large": "The client's metadata document is too large.",
};

const keepMsOf = (cacheControl: string): number => {
  const seconds = /\bmax-age=(\d{1,9})\b/.exec(cacheControl)?.[1];
  return Math.min(Math.max(Number(seconds ?? 0) * 1_000, shortestMs), longestMs);
};

function problemOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  if (error instanceof OutsideRefused) return refusals[error.reason];
  return "The client's metadata document could not be fetched.";
}

/** Fetches a client's metadata document. Its address must be public, unless EGRESS_ALLOW_PRIVATE names it. */
export async function fetchClientDocument(
  clientId: string,
  egress: Egress,
  signal?: AbortSignal,
): Promise<FetchedDocument> {
  try {
    const { body, headers } = await askOutside(new URL(clientId), {
      headers: { accept: "application/json" },
      egress,
      mostBytes,
      mostMs,
      signal,
      mayRead: (status, { "content-type": type = "" }) => {
        if (status >= 300 && status < 400) throw new Unusable("The client's metadata document redirects.");
        if (status !== 200) throw new Unusable("The client's metadata document could not be fetched.");
        if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
          throw new Unusable("The client's metadata document is not JSON.");
        }
      },
    });
    const read = readClientDocument(clientId, body.toString());
    if ("problem" in read) return { document: null, problem: read.problem, keepMs: failedMs };
    return { document: read.document, problem: null, keepMs: keepMsOf(headers["cache-control"] ?? "") };
  } catch (error) {
    return { document: null, problem: problemOf(error), keepMs: failedMs };
  }
}
