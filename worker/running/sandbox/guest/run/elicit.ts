// Why: docs/decisions/questions-in-sealed-state.md
import { FunctionError, platformError } from "../function-error.ts";
import { ownJson, withJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import { jsonParse, jsonStringify } from "../primordials.ts";
import { declare, historyFull, mostChars, park, storedAs, type RunAttempt } from "./attempt.ts";
import { durationOf } from "./durations.ts";
import { isLine, isReadable } from "./names.ts";

/** What the client of a call can ask its person; all are false where it can ask nothing. */
export interface Askable {
  form: boolean;
  url: boolean;
  /** Whether a form may have lists of choices. */
  lists: boolean;
}

interface Given {
  message?: unknown;
  schema?: unknown;
  url?: unknown;
  name?: unknown;
  timeout?: unknown;
}

const invalid = (message: string) => platformError("VALIDATION_ERROR", message);

/** The JSON of the schema; the worker checks what is in it. @throws FunctionError */
function schemaJson(schema: unknown): string | undefined {
  if (schema === undefined) return undefined;
  let text: string | undefined;
  try {
    text = jsonStringify(schema) as string | undefined;
  } catch {
    // What its own `toJSON` throws says nothing of the schema.
  }
  if (text === undefined) throw invalid("The schema of ctx.mcp.elicit must be a JSON value.");
  return text;
}

/** The JSON of a question: always the same for the same question. @throws FunctionError */
function questionJson(
  { message, schema, url, timeout = limits.questionMs }: Given,
  { kept, events }: RunAttempt,
): string {
  const [mostMs, most] = kept === undefined ? [limits.runMs, "30 days"] : [limits.questionMs, "10 minutes"];
  if (!isReadable(message, 4_000) || message === "")
    throw invalid("The message of ctx.mcp.elicit must be text of 1 to 4,000 characters, without control characters.");
  if ((schema === undefined) === (url === undefined)) throw invalid("ctx.mcp.elicit takes either a schema or a url.");
  if (url !== undefined && !isLine(url, 2_000))
    throw invalid("The url of ctx.mcp.elicit must be a URL of at most 2,000 characters.");
  const { forMs } = durationOf(timeout, "The timeout of ctx.mcp.elicit", events.now);
  if (forMs < 1_000 || forMs > mostMs) throw invalid(`The timeout of ctx.mcp.elicit must be 1 second to ${most}.`);
  const text = withJson(ownJson({ message, url, timeoutMs: forMs - (forMs % 1) }), "schema", schemaJson(schema));
  if (text.length > limits.questionChars)
    throw invalid(`A question may have ${limits.questionChars} characters as JSON.`);
  return text;
}

/** The refusal for a client that cannot ask. A model reads it, so it says what the person can do. */
function unsupported({ message, url }: Given, { kept }: RunAttempt): FunctionError {
  const said = message as string;
  const what =
    kept === undefined
      ? "does not take tasks and show their questions (MCP tasks and elicitation)"
      : "cannot show questions of tools (MCP elicitation)";
  const text =
    url === undefined
      ? `This tool must ask the user a question, and this client ${what}. The question was: ${said} Tell the user that this call needs a client that can show it.`
      : `The user must open a page before this tool can go on: ${url as string} The reason: ${said} Show the user this address, and call the tool again when they have finished there.`;
  return new FunctionError("ELICITATION_UNSUPPORTED", text, {
    status: 400,
    details: url === undefined ? { mode: "form" } : { mode: "url", url },
  });
}

/** Whether a schema has a list. The schema's JSON is the Function's own. */
const hasList = (schema: unknown): boolean => {
  const { properties } = (jsonParse(schemaJson(schema)!) ?? {}) as { properties?: Record<string, { type?: unknown }> };
  for (const name in properties) if (properties[name]?.type === "array") return true;
  return false;
};

const canAsk = ({ form, url, lists }: Askable, given: Given): boolean =>
  given.url !== undefined ? url : form && (lists || !hasList(given.schema));

/**
 * `ctx.mcp.elicit`: the outcome of a question. While it is open, the call waits outside of the isolate, and the Function
 * then runs again from its top.
 * @throws FunctionError `ELICITATION_UNSUPPORTED`, `VALIDATION_ERROR`, `STEP_CHANGED`
 */
export async function elicit(attemptOf: () => RunAttempt, askable: Askable, given: Given = {}): Promise<unknown> {
  const attempt = attemptOf();
  const { name = "question" } = given;
  const place = declare(attempt, "mcp.elicit", name);
  const question = questionJson(given, attempt);
  if (!canAsk(askable, given)) throw unsupported(given, attempt);
  const stored = storedAs(attempt, place.key, "question");
  if (stored?.state === "done") {
    const { asked, outcome = { action: "timeout" } } = jsonParse(stored.value ?? "null") as {
      asked: string;
      outcome?: unknown;
    };
    if (asked === question) return outcome;
    const message = `The question "${place.key}" was asked in other words before it was answered. Keep what its message and schema depend on in ctx.step.`;
    throw platformError("STEP_CHANGED", message);
  }
  if (++attempt.questions > limits.questionsAtOnce)
    throw platformError("LIMIT_EXCEEDED", `A call may have ${limits.questionsAtOnce} open questions at once.`);
  if (attempt.kept !== undefined) attempt.chars += question.length;
  if (attempt.chars > mostChars(attempt))
    throw historyFull(attempt, `its questions and results may have ${mostChars(attempt)} characters as JSON`);
  const wait = { kind: "question", ...place, question };
  return await park(attempt, place.key, ownJson(wait));
}
