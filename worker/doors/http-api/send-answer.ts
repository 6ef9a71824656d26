import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import { answer, refusal, refuse, type Exchange } from "../serving/exchange.ts";
import { bytesOf, codedBody, codedHead, leastBytes, variesByCoding } from "./compression/compress-answer.ts";
import { codingFor, type Coding } from "./compression/content-coding.ts";
import { isCausedByOthers, mayCompress } from "./compression/may-compress.ts";
import { asksForRange, conditionOf, notModified, rangedAnswer, withEtag } from "./conditional.ts";
import type { RouteAnswer, SentAnswer } from "./sent-answer.ts";

/** The coding that this client gets the answer in, and the answer's head for it. */
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

/** Sends what a route answers: compressed where the client takes that, and of it what a client wants that has it already, or in part. */
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
