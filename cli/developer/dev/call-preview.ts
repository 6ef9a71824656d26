import type { TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { questionsOfResult } from "@ferrule/contract/mcp/questions/questions-of-result.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";
import { type CallAnswers, type CallTarget, requestOf } from "./call-targets.ts";

const mostShown = 4_000;

interface ToolAnswer {
  result?: { structuredContent?: unknown; content?: { text?: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

/** What a caller would see of an answer: JSON where it is JSON. */
function shownOf(text: string, isTool: boolean): { shown: string; isWrong: boolean } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { shown: text, isWrong: false };
  }
  if (!isTool) return { shown: JSON.stringify(value, null, 2), isWrong: false };
  const { result, error } = value as ToolAnswer;
  if (error !== undefined) return { shown: error.message, isWrong: true };
  const content = result?.structuredContent ?? result?.content?.map((one) => one.text ?? "").join("\n");
  const shown = typeof content === "string" ? content : (JSON.stringify(content, null, 2) ?? "");
  return { shown, isWrong: result?.isError === true };
}

/** A stream of events has its answer in the last one. */
const lastEvent = (text: string) =>
  text
    .split(/\r?\n/)
    .findLast((line) => line.startsWith("data:"))
    ?.slice("data:".length)
    .trim() ?? "";

/** The result of a tool, as the body has it. */
function resultIn(body: string): Record<string, unknown> | undefined {
  try {
    const { result } = JSON.parse(body) as { result?: unknown };
    return isObject(result) ? result : undefined;
  } catch {
    return undefined;
  }
}

interface CallOptions {
  key: string | null;
  signal: AbortSignal;
  /** Asks the person at the terminal what the Function asks. */
  ask: (questions: readonly TestQuestion[]) => Promise<object>;
}

/**
 * Calls a tool or a route of a preview as a caller does, answers what it asks, and shows the answer.
 * @throws CommandError for what cannot be called from here, and for a failure of the network
 */
export async function callPreview(
  { out, paint, fetchFrom, target: installation }: Context,
  target: CallTarget,
  input: unknown,
  { key, signal, ask }: CallOptions,
): Promise<void> {
  const { address } = await installation();
  const isTool = target.binding.kind === "mcp";
  for (let answers: CallAnswers = {}; ;) {
    const { path, init } = requestOf(target, input, key, answers);
    const began = performance.now();
    const response = await fetchFrom(address, path, { ...init, signal });
    const type = response.headers.get("content-type") ?? "";
    const text = await response.text();
    const tookMs = Math.round(performance.now() - began);
    const body = type.startsWith("text/event-stream") && isTool ? lastEvent(text) : text;
    const result = isTool ? resultIn(body) : undefined;
    const questions = questionsOfResult(result);
    if (questions !== null) {
      answers = { inputResponses: await ask(questions), requestState: result?.["requestState"] };
      continue;
    }
    const { shown, isWrong } = shownOf(body, isTool);
    const mark = response.ok && !isWrong ? paint.green("→") : paint.red("→");
    const cut = shown.length > mostShown ? `${shown.slice(0, mostShown)} … (${shown.length} characters)` : shown;
    out.note(`${mark} ${plain(target.called)} ${response.status} ${paint.dim(`${tookMs} ms`)}\n${plain(cut)}`);
    return;
  }
}
