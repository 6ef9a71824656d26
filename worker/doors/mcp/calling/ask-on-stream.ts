import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { AskedQuestion, QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { CancelSignal } from "../../../ground/cancellation.ts";
import { elicitParams } from "../elicitation/elicit-params.ts";
import { mostOpen } from "../elicitation/open-questions.ts";
import { readAnswer } from "../elicitation/read-answer.ts";
import type { AnswerStream } from "../transport/answer-stream.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { ClientCall } from "./client-call.ts";

/** A question with what became of it. */
export interface AnsweredQuestion extends AskedQuestion {
  outcome: QuestionOutcome;
  waitedMs: number;
}

/** What became of a question whose response a client has posted. */
export function outcomeOf({ question }: Pick<AskedQuestion, "question">, text: string): QuestionOutcome {
  const message: unknown = JSON.parse(text);
  if (isObject(message) && message["failed"] === true)
    return { action: "malformed", issues: [{ path: "", message: "is an error of the client" }] };
  return readAnswer(question, isObject(message) ? message["result"] : undefined);
}

/**
 * Asks a client of a revision with a handshake, on the stream of its call (MCP 2025-11-25, elicitation). Each answer is a
 * POST, which may come to any worker. Resolves when all questions have an outcome. `left`: the client has gone, or the
 * worker ends. `full`: too many questions are open here.
 */
export async function askOnStream(
  { admitted, questions }: McpRequest,
  { revision }: ClientCall,
  stream: AnswerStream,
  asked: readonly AskedQuestion[],
  left: CancelSignal,
): Promise<AnsweredQuestion[] | "left" | "full"> {
  if (questions.open.size + asked.length > mostOpen) return "full";
  if (left.aborted) return "left";
  const began = performance.now();
  const outcomes = await Promise.all(
    asked.map(async (one): Promise<AnsweredQuestion | null> => {
      const id = identifier("ask");
      const listen = (end: () => void) => left.addEventListener("abort", end);
      const waiting = questions.open.wait(id, one.question.timeoutMs, listen);
      const params = elicitParams(one.question, revision, id);
      stream.ask(questions.idOf(admitted, id), "elicitation/create", params);
      const answer = await waiting;
      if (answer === null) return null;
      const outcome = typeof answer === "string" ? outcomeOf(one, answer) : answer;
      return { ...one, outcome, waitedMs: performance.now() - began };
    }),
  );
  const all = outcomes.filter((one) => one !== null);
  return all.length < asked.length ? "left" : all;
}
