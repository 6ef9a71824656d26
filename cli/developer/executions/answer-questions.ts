import { formFields, presetsOf, readTyped, type FormField } from "@ferrule/contract/mcp/questions/form-fields.ts";
import type { TestOutcome, TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";
import { contentProblems, givenAnswer, type GivenAnswer } from "./given-answers.ts";

interface Answering {
  given: readonly GivenAnswer[];
  /** Declines whatever `given` does not answer. */
  decline: boolean;
  /** Names of answers that some question has used. */
  used: Set<string>;
}

const labelOf = ({ title, description, isRequired, format, kind }: FormField): string => {
  const more = [description, format, kind === "choices" ? "several, with commas" : "", isRequired ? "" : "optional"];
  const said = more.filter((part) => part !== "").join("; ");
  return plain(said === "" ? title : `${title} (${said})`);
};

/** Asks for one field. Undefined: it is left out. */
async function askField({ ask }: Context, field: FormField, preset: unknown): Promise<unknown> {
  const label = labelOf(field);
  if (field.kind === "boolean") return ask.confirm(label);
  if (field.kind === "choice") {
    const none = field.isRequired ? [] : [{ value: "", label: "not set" }];
    const options = [...field.choices.map(({ value, title }) => ({ value, label: plain(title) })), ...none];
    return readTyped(field, await ask.choice(label, options));
  }
  const shown =
    field.kind === "choices"
      ? field.choices.map(({ value }) => value).join(",")
      : typeof preset === "string" || typeof preset === "number"
        ? String(preset)
        : "";
  const typed = await ask.line(label, plain(shown));
  return typed === "" ? preset : readTyped(field, typed);
}

/** Asks for all fields of a form, until it accepts them. */
async function askForm(context: Context, question: TestQuestion): Promise<TestOutcome> {
  const fields = formFields(question.schema ?? {});
  const presets = presetsOf(fields);
  for (;;) {
    const content: Record<string, unknown> = {};
    for (const field of fields) {
      const value = await askField(context, field, presets[field.name]);
      if (value !== undefined) content[field.name] = value;
    }
    const problems = contentProblems(question, content);
    if (problems.length === 0) return { action: "accept", content };
    context.out.note(context.paint.red(plain(problems.join("\n"))));
  }
}

async function askPerson(context: Context, question: TestQuestion): Promise<TestOutcome> {
  const { name, message, url } = question;
  if (!context.ask.interactive)
    throw new CommandError("QUESTION_OPEN", `The Function asks: ${plain(message)}`, {
      exit: "usage",
      hint:
        url === undefined
          ? `Answer the question ${plain(name)} with --answer NAME=value (${formFields(question.schema ?? {})
              .map((field) => plain(field.name))
              .join(", ")}), or refuse it with --decline.`
          : `It wants a person to open ${plain(url)}. Refuse it with --decline.`,
    });
  context.out.note(context.paint.bold(plain(message)));
  if (url !== undefined) context.out.note(plain(url));
  const action = await context.ask.choice(url === undefined ? "Answer it?" : "Open this page yourself. Do you agree?", [
    { value: "accept", label: url === undefined ? "Answer" : "I agree to open it" },
    { value: "decline", label: "Decline" },
    { value: "cancel", label: "Close it" },
  ]);
  if (action === "accept") return url === undefined ? askForm(context, question) : { action };
  return { action: action === "decline" ? "decline" : "cancel" };
}

/**
 * Answers the questions of a run: from the command line, otherwise at the terminal.
 * @throws CommandError if there is neither an answer nor a terminal
 */
export async function answerQuestions(
  context: Context,
  questions: readonly TestQuestion[],
  { given, decline, used }: Answering,
): Promise<Record<string, TestOutcome>> {
  const outcomes: Record<string, TestOutcome> = {};
  for (const question of questions) {
    const known = givenAnswer(question, given, used) ?? (decline ? ({ action: "decline" } as const) : null);
    outcomes[question.name] = known ?? (await askPerson(context, question));
  }
  return outcomes;
}
