import { questionsOfResult } from "@ferrule/contract/mcp/questions/questions-of-result.ts";
import type { TestOutcome, TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { useState, type ReactNode } from "react";
import { announce } from "../../components/announce.tsx";
import { Questions } from "./questions.tsx";

type Outcomes = Record<string, TestOutcome>;

interface Open {
  /** Tells the forms of one round from those of the next. */
  round: number;
  questions: readonly TestQuestion[];
  onAnswered: (outcomes: Outcomes) => void;
}

type Params = Record<string, unknown>;
interface Done {
  answer: { result?: Record<string, unknown> } | null;
}

/**
 * Sends requests, and whenever one asks for input, shows the questions and sends it again with the answers and its state
 * (MCP 2026-07-28). A call that is stopped while it asks ends with the questions.
 */
export function useAsking<One extends Done, Options extends { signal?: AbortSignal }>(
  send: (method: string, params?: Params, options?: Options) => Promise<One>,
): { send: typeof send; asked: ReactNode } {
  const [open, setOpen] = useState<Open | null>(null);
  const sendAsking: typeof send = async (method, params = {}, options) => {
    let done = await send(method, params, options);
    for (let round = 1; ; round += 1) {
      const questions = questionsOfResult(done.answer?.result);
      if (questions === null) return done;
      announce("The call asks a question");
      const outcomes = await new Promise<Outcomes | null>((resolve) => {
        options?.signal?.addEventListener("abort", () => resolve(null), { once: true });
        setOpen({ round, questions, onAnswered: resolve });
      });
      setOpen(null);
      if (outcomes === null) return done;
      const requestState = done.answer?.result?.["requestState"];
      const state = requestState === undefined ? {} : { requestState };
      done = await send(method, { ...params, inputResponses: outcomes, ...state }, options);
    }
  };
  const asked =
    open === null ? null : <Questions key={open.round} questions={open.questions} onAnswered={open.onAnswered} />;
  return { send: sendAsking, asked };
}
