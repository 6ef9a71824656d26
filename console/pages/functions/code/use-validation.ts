import type { Client } from "@ferrule/contract/client.ts";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import type { Draft } from "./draft/draft.ts";

type Answer = Awaited<ReturnType<Client["validateFunction"]>>;

export interface Validation {
  /** The result for the newest text that was checked; null before the first. */
  answer: Answer | null;
  /** The text to which the result refers. */
  of: string;
  isChecking: boolean;
  error: Error | null;
  /** The contract of the newest readable text; null before the first. */
  last: Answer["derived"] | null;
}

const afterMs = 600;

/** Builds the current text shortly after the last change; never two builds at a time for one Function. */
export function useValidation(functionId: string, draft: Draft, allowed: boolean): Validation {
  const [state, setState] = useState<Validation>({
    answer: null,
    of: "",
    isChecking: false,
    error: null,
    last: null,
  });
  const { revision } = draft.base.use();
  useEffect(() => {
    if (!allowed) return undefined;
    let timer = 0;
    let asked: AbortController | undefined;
    const check = async () => {
      const source = draft.source.get();
      if (source.trim() === "") return;
      asked?.abort();
      const mine = new AbortController();
      asked = mine;
      setState((now) => ({ ...now, isChecking: true }));
      try {
        const answer = await api.validateFunction({ params: { functionId }, body: { source }, signal: mine.signal });
        if (!mine.signal.aborted)
          setState(({ last }) => ({
            answer,
            of: source,
            isChecking: false,
            error: null,
            last: answer.valid ? answer.derived : last,
          }));
      } catch (error) {
        if (!mine.signal.aborted) setState((now) => ({ ...now, isChecking: false, error: error as Error }));
      }
    };
    const later = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void check(), afterMs);
    };
    later();
    const stop = draft.listen(later);
    return () => {
      stop();
      window.clearTimeout(timer);
      asked?.abort();
    };
  }, [functionId, draft, revision, allowed]);
  return state;
}
