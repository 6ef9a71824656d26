import { guestAsked, question as questionForm, type Question } from "@ferrule/contract/mcp/questions/question.ts";
import { questionProblems } from "@ferrule/contract/mcp/questions/question-schema.ts";
import type { Asked, Threw } from "../invocation.ts";

const refused = (message: string): Threw => ({
  kind: "threw",
  code: "VALIDATION_ERROR",
  message,
  safe: true,
  ofPlatform: true,
  status: null,
  details: undefined,
  stack: null,
});

/** A page that a client may send people to: https, and http only on the person's own machine. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return (protocol === "https:" || (protocol === "http:" && isLocal)) && username === "" && password === "";
}

/**
 * Reads a question of a guest. One that no client could show, or that asks for a secret in a form, is an error of the
 * Function. @throws SyntaxError, ZodError
 */
export function readQuestion(form: typeof questionForm, key: string, asked: string): Question | Threw {
  const question = form.parse(JSON.parse(asked));
  const { schema, url } = question;
  const [problem] = schema === undefined ? [] : questionProblems(schema);
  if (problem !== undefined) {
    const where = problem.path.length === 0 ? "" : ` (${problem.path.join(".")})`;
    return refused(`The schema of the question "${key}" cannot be used${where}. ${problem.message}`);
  }
  if (url !== undefined && !isPage(url))
    return refused(`The url of the question "${key}" must be the address of a page, with https.`);
  return question;
}

/** Reads what a call asks. The text comes from the guest. @throws SyntaxError, ZodError, RangeError */
export function readQuestions(text: string): Asked | Threw {
  const { waits, steps } = guestAsked.parse(JSON.parse(text));
  const seen = new Set<string>();
  const questions: Asked["questions"] = [];
  for (const { key, question: asked } of waits) {
    if (seen.has(key)) throw new RangeError("A call asks twice under the same name.");
    seen.add(key);
    const question = readQuestion(questionForm, key, asked);
    if ("kind" in question) return question;
    questions.push({ key, asked, question });
  }
  return { kind: "asked", questions, steps };
}
