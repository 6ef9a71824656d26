import { noStandIn } from "./stand-error.ts";

/** What became of a question, as the Function sees it. */
type Outcome = { action: string; content?: unknown; issues?: unknown };
type Shown = { name: string; message: string; schema?: unknown; url?: string };
type GivenAnswer = "decline" | "cancel" | "timeout" | Outcome | ((question: Shown) => GivenAnswer);
/** By the names of questions. */
export type Answers = Readonly<Record<string, GivenAnswer>>;

/** A question of the Function, as its test sees it. */
export interface NotedQuestion extends Shown {
  action: string;
}

/** The answer for a question: under its name with its number, or under its name. @throws HostError */
function answerOf(answers: Answers, shown: Shown): Outcome {
  const { name } = shown;
  const [plain = ""] = name.split("#");
  const key = Object.hasOwn(answers, name) ? name : plain;
  if (!Object.hasOwn(answers, key))
    throw noStandIn(
      `the question ${name}`,
      `stand: { answers: { ${JSON.stringify(plain)}: { action: "accept", content: {…} } } }, or "decline", "cancel", "timeout",`,
    );
  let given = answers[key]!;
  for (let depth = 0; typeof given === "function" && depth < 5; depth += 1) given = given(shown);
  return typeof given === "string" ? { action: given } : (given as Outcome);
}

/** Answers a question as the guest states it: the step that a later attempt finds, and what its test sees. @throws HostError */
export function answerQuestion(
  answers: Answers,
  { key, question: asked }: { key: string; question: string },
): { noted: NotedQuestion; outcome: Outcome; timeoutMs: number; value: string } {
  const { timeoutMs, ...question } = JSON.parse(asked) as Omit<Shown, "name"> & { timeoutMs: number };
  const shown = { name: key, ...question };
  const outcome = answerOf(answers, shown);
  return { noted: { ...shown, action: outcome.action }, outcome, timeoutMs, value: JSON.stringify({ asked, outcome }) };
}
