import type { HostError } from "../requests.ts";
import type { StoredStep } from "../run/attempt.ts";
import { runAttempt, type AttemptEnd, type Means } from "./attempts.ts";
import { answerQuestion, type Answers, type NotedQuestion } from "./stand/answers.ts";
import { refusal } from "./stand/stand-error.ts";

const mostRounds = 20;

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
      const answered = end.waits.map((wait): StoredStep => {
        const { noted, value } = answerQuestion(answers, wait);
        questions.push(noted);
        return { key: wait.key, kind: "question", state: "done", attempts: 1, value };
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
