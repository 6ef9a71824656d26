import type { QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";

/** The JSON-RPC response to a question, as text. */
export type AnswerText = string;

interface Open {
  /** Null: nobody waits any more. */
  answer: (text: AnswerText | null) => void;
}

/** The most questions that one worker keeps open for clients with event streams. */
export const mostOpen = 20_000;

/** The questions on the streams of this worker, by id. */
export class OpenQuestions {
  readonly #open = new Map<string, Open>();
  #isClosed = false;
  readonly #onChange: (open: number) => void;

  /** `onChange` hears how many are open. */
  constructor(onChange: (open: number) => void = () => undefined) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Waits for an answer, for at most `timeoutMs`, and while the client listens. `left` receives a function that ends the
   * waiting. Null: the client has left.
   */
  wait(
    id: string,
    timeoutMs: number,
    left: (end: () => void) => void,
  ): Promise<AnswerText | Extract<QuestionOutcome, { action: "timeout" }> | null> {
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (outcome: AnswerText | { action: "timeout" } | null) => {
        if (!this.#open.delete(id)) return;
        clearTimeout(timer);
        this.#onChange(this.#open.size);
        resolve(outcome);
      };
      const timer = setTimeout(end, timeoutMs, { action: "timeout" });
      this.#open.set(id, { answer: end });
      left(() => end(null));
      this.#onChange(this.#open.size);
    });
  }

  /** Ends all waiting, also that which begins later, as if every client had left. */
  close(): void {
    this.#isClosed = true;
    for (const { answer } of this.#open.values()) answer(null);
  }

  /** Hands in an answer. False: this worker has no such question, or no longer. */
  answer(id: string, text: AnswerText): boolean {
    const open = this.#open.get(id);
    open?.answer(text);
    return open !== undefined;
  }
}
