import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import type { Question, QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";
import { questionLimits } from "@ferrule/contract/mcp/questions/question-schema.ts";
import { takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";

/** The time to check one answer, in milliseconds. */
const mostMs = 50;

const malformed = (path: string, message: string): QuestionOutcome => ({
  action: "malformed",
  issues: [{ path, message }],
});

/** What a client fills in for a field that its person left empty. */
const isLeftOut = (value: unknown) => value === null || value === undefined;

/**
 * Reads the result of `elicitation/create`, which comes from the client: an outcome in any case. Only fields of the form
 * reach the Function, and only if all of them fit the schema. No issue contains a part of the answer.
 */
export function readAnswer({ schema, url }: Question, given: unknown): QuestionOutcome {
  if (!isObject(given)) return malformed("", "is not the result of a question");
  const { action, content } = given;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return malformed("action", "is not accept, decline or cancel");
  if (url !== undefined) return { action };
  if (!isObject(content)) return malformed("content", "is missing");
  const [inexact] = takeInexact(content, "content");
  if (inexact !== undefined) return { action: "malformed", issues: [inexact] };
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  const filled: Record<string, unknown> = {};
  for (const name of Object.keys(properties))
    if (Object.hasOwn(content, name) && !isLeftOut(content[name])) filled[name] = content[name];
  if (JSON.stringify(filled).length > questionLimits.answerChars) return malformed("content", "is too large");
  const issues = prepareFindIssues(schema as Record<string, unknown>, mostMs)(filled, "content");
  return issues.length > 0 ? { action: "malformed", issues } : { action, content: filled };
}
