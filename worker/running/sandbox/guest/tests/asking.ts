import type { HostError } from "../requests.ts";
import type { StoredStep } from "../run/attempt.ts";
import { runAttempt, type AttemptEnd, type Means } from "./attempts.ts";
import { noStandIn, refusal } from "./stand/stand-error.ts";

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

const mostRounds = 20;

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

/** Runs a call to its end: whenever it asks, it runs again from its top with the answers, as in production. */
export async function runAsking(
  means: Means,
  answers: Answers,
): Promise<{ end: AttemptEnd; attempts: number; questions: NotedQuestion[] }> {
  const { facts, clock, kit } = means;
  const questions: NotedQuestion[] = [];
  let steps: StoredStep[] = [];
  for (let attempts = 1; attempts <= mostRounds; attempts += 1) {
    const now = { ...facts, attempt: attempts, deadline: clock.now + means.timeoutMs, mcp: { ...facts.mcp!, steps } };
    const end = await runAttempt(means, now);
    if (end.kind !== "asked") return { end, attempts, questions };
    try {
      const answered = end.waits.map(({ key, question: asked }): StoredStep => {
        const { timeoutMs: _time, ...question } = JSON.parse(asked) as Omit<Shown, "name"> & { timeoutMs: number };
        const shown = { name: key, ...question };
        const outcome = answerOf(answers, shown);
        questions.push({ ...shown, action: outcome.action });
        return { key, kind: "question", state: "done", attempts: 1, value: JSON.stringify({ asked, outcome }) };
      });
      steps = [...steps, ...end.steps, ...answered];
    } catch (error) {
      const { code, message } = error as HostError;
      return { end: { kind: "error", error: kit.platformError(code, message) }, attempts, questions };
    }
  }
  const { code, message } = refusal("LIMIT_EXCEEDED", `The Function has asked more than ${mostRounds} times.`);
  return { end: { kind: "error", error: kit.platformError(code, message) }, attempts: mostRounds, questions };
}
