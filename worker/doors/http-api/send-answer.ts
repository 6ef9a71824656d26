import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import { answer, refusal, refuse, type Exchange } from "../serving/exchange.ts";
import { bytesOf, codedBody, codedHead, leastBytes, variesByCoding } from "./compression/compress-answer.ts";
import { codingFor, type Coding } from "./compression/content-coding.ts";
import { isCausedByOthers, mayCompress } from "./compression/may-compress.ts";
import { asksForRange, conditionOf, notModified, rangedAnswer, withEtag } from "./conditional.ts";
import type { RouteAnswer, SentAnswer } from "./sent-answer.ts";

/** The coding of the response for this client, and the head that goes with it. */
function inCoding(
  exchange: Exchange,
  given: SentAnswer,
  tagged: SentAnswer,
): { coding: Coding | null; sent: SentAnswer } {
  const { method, headers } = exchange.request;
  if (!mayCompress(given.status, given.type, given.headers) || bytesOf(given.body) < leastBytes) {
    return { coding: null, sent: tagged };
  }
  const varied = { ...tagged, headers: [...tagged.headers, ...variesByCoding] };
  const isPlain = asksForRange(method, headers) || isCausedByOthers(exchange, headers);
  const coding = isPlain ? null : codingFor(headers["accept-encoding"]);
  return { coding, sent: coding === null ? varied : codedHead(varied, coding) };
}

/**
 * Sends a route's response, compressed if the client accepts that. If the client already has it, it gets a 304; if it
 * requests a range, it gets that range.
 */
export async function sendAnswer(
  exchange: Exchange,
  { etag }: Pick<ArtifactRoute, "etag">,
  given: RouteAnswer,
): Promise<void> {
  if ("refused" in given) return refuse(exchange, given.refused);
  const { method, headers } = exchange.request;
  const isRead = method === "GET" || method === "HEAD";
  const tagged = isRead && etag === true ? withEtag(given) : given;
  const { coding, sent: whole } = inCoding(exchange, given, tagged);
  const condition = isRead ? conditionOf(tagged, headers) : null;
  if (condition === "failed") return refuse(exchange, refusal("PRECONDITION_FAILED"));
  const isRanged = isRead && given.isFile === true && coding === null;
  const isKnown = condition === "unchanged" && given.status === 200;
  const sent = isKnown ? notModified(whole) : isRanged ? rangedAnswer(whole, method, headers) : whole;
  const isCoded = coding !== null && sent.status === given.status;
  const body = isCoded ? codedBody(sent.body, coding) : sent.body;
  answer(exchange, sent.status, sent.type, body instanceof Promise ? await body : body, sent.headers);
}
