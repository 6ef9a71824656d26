import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { formFields, presetsOf, readTyped } from "@ferrule/contract/mcp/questions/form-fields.ts";
import type { TestOutcome, TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { CommandError } from "../command-error.ts";

/** An answer of the command line: `--answer reason=late`, or `--answer refund.reason=late` for one question alone. */
export interface GivenAnswer {
  name: string;
  value: string;
}

/** Reads `NAME=value`. @throws CommandError for a text without a name */
export function readAnswer(text: string): GivenAnswer {
  const at = text.indexOf("=");
  if (at < 1)
    throw new CommandError("ANSWER_INVALID", `--answer ${text} has no name.`, {
      exit: "usage",
      hint: "Write it like --answer reason=late.",
    });
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

const mostMs = 1_000;

/** What is wrong with the content of a form, in sentences. */
export function contentProblems({ schema = {} }: TestQuestion, content: object): string[] {
  return prepareFindIssues(schema, mostMs)(content, "").map(({ path, message }) =>
    `${path.replace(/^\./, "")} ${message}`.trim(),
  );
}

/**
 * The answer to a question that the command line gives: its fields, with the form's own presets in the others. Null: it
 * says nothing of this question. Names that were used are added to `used`.
 * @throws CommandError if the form does not accept it
 */
export function givenAnswer(
  question: TestQuestion,
  given: readonly GivenAnswer[],
  used: Set<string>,
): TestOutcome | null {
  const fields = formFields(question.schema ?? {});
  const own = new Map(
    given.flatMap((answer) => {
      const field = fields.find(({ name }) => answer.name === `${question.name}.${name}` || answer.name === name);
      return field === undefined ? [] : [[field, answer] as const];
    }),
  );
  if (own.size === 0) return null;
  const content = presetsOf(fields);
  for (const [field, { name, value }] of own) {
    used.add(name);
    const read = readTyped(field, value);
    if (read !== undefined) content[field.name] = read;
  }
  const problems = contentProblems(question, content);
  if (problems.length === 0) return { action: "accept", content };
  throw new CommandError(
    "ANSWER_INVALID",
    `The question ${question.name} does not accept this: ${problems.join("; ")}.`,
    {
      exit: "usage",
      hint: `It has the fields ${fields.map(({ name }) => name).join(", ")}.`,
    },
  );
}
