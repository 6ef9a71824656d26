import type { TestQuestion } from "../../internal/test-questions.ts";
import { isObject } from "../../json-schema/is-object.ts";

interface Request {
  method?: unknown;
  params?: { message?: unknown; requestedSchema?: unknown; url?: unknown };
}

/**
 * The questions of a result that asks for input (MCP 2026-07-28, basic/patterns/mrtr); null: it is another result, or asks
 * for something that this client cannot show.
 */
export function questionsOfResult(result: Record<string, unknown> | undefined): TestQuestion[] | null {
  const { resultType, inputRequests } = result ?? {};
  if (resultType !== "input_required" || !isObject(inputRequests)) return null;
  const questions: TestQuestion[] = [];
  for (const [name, request] of Object.entries(inputRequests)) {
    const { method, params } = (isObject(request) ? request : {}) as Request;
    if (method !== "elicitation/create" || !isObject(params)) return null;
    const { message, requestedSchema, url } = params;
    const asked = { name, message: typeof message === "string" ? message : name };
    if (typeof url === "string") questions.push({ ...asked, url });
    else if (isObject(requestedSchema)) questions.push({ ...asked, schema: requestedSchema });
    else return null;
  }
  return questions.length === 0 ? null : questions;
}
