import type { TestOutcome, TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { useState } from "react";
import { QuestionForm } from "./question-form.tsx";

type Outcomes = Record<string, TestOutcome>;

interface QuestionsProps {
  questions: readonly TestQuestion[];
  /** Gets all answers together, by the names of the questions. */
  onAnswered: (outcomes: Outcomes) => void;
}

const words = { accept: "accepted", decline: "declined", cancel: "closed" };

/** The open questions of a call. When all are answered, the call goes on. */
export function Questions({ questions, onAnswered }: QuestionsProps) {
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const answer = (name: string, outcome: TestOutcome) => {
    const next = { ...outcomes, [name]: outcome };
    setOutcomes(next);
    if (questions.every((each) => Object.hasOwn(next, each.name))) onAnswered(next);
  };
  return (
    <div role="group" aria-label="Questions" className="grid gap-3">
      {questions.map((question) => {
        const { name, message } = question;
        const outcome = outcomes[name];
        return outcome === undefined ? (
          <QuestionForm key={name} question={question} onAnswer={(given) => answer(name, given)} />
        ) : (
          <p key={name} className="text-sm text-muted">
            {message}: {words[outcome.action]}
          </p>
        );
      })}
    </div>
  );
}
