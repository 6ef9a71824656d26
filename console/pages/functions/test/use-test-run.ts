import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { TestOutcome } from "@ferrule/contract/internal/test-questions.ts";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { readAgain } from "../../../api/read-again.ts";
import { runTest, type TestAnswer, type TestRequest } from "./run-test.ts";

export interface TestRun {
  state: "idle" | "running" | "done";
  logs: readonly LogEntry[];
  answer: TestAnswer | null;
  error: Error | null;
  executionId: string | null;
  /** The user has asked to stop it. */
  isStopping: boolean;
  /** The request that ran, to go on with its answers. */
  request: TestRequest | null;
}

const idle: TestRun = {
  state: "idle",
  logs: [],
  answer: null,
  error: null,
  executionId: null,
  isStopping: false,
  request: null,
};

/** Runs a Function, one run at a time. `stop` ends it on the worker, and the run then reports that. */
export function useTestRun(functionId: string) {
  const [run, setRun] = useState<TestRun>(idle);
  const current = useRef<{ abort: AbortController; executionId: string | null }>(null);
  useEffect(() => () => current.current?.abort.abort(), []);

  async function start(request: TestRequest, before: readonly LogEntry[] = []): Promise<TestAnswer | null> {
    const mine = { abort: new AbortController(), executionId: null as string | null };
    current.current = mine;
    const change = (next: Partial<TestRun>) => {
      if (current.current === mine) setRun((now) => ({ ...now, ...next }));
    };
    setRun({ ...idle, state: "running", request, logs: before });
    try {
      const answer = await runTest(
        functionId,
        { ...request, asks: true },
        {
          signal: mine.abort.signal,
          onStarted(executionId) {
            mine.executionId = executionId;
            change({ executionId });
          },
          onLog: (entry) => setRun((now) => (current.current === mine ? { ...now, logs: [...now.logs, entry] } : now)),
        },
      );
      // The worker's record has the whole log, masked; the stream may have missed its end.
      change({
        state: "done",
        answer,
        executionId: answer.executionId,
        ...(answer.logs.length > 0 ? { logs: [...before, ...answer.logs] } : {}),
      });
      void readAgain("listExecutions");
      return answer;
    } catch (error) {
      change({ state: "done", error: mine.abort.signal.aborted ? null : (error as Error) });
      return null;
    }
  }

  /** Goes on with answers to the questions with which the run has ended. */
  async function goOn(outcomes: Record<string, TestOutcome>): Promise<void> {
    const { request, answer, logs } = run;
    if (request === null || answer?.asked === undefined) return;
    await start({ ...request, answers: { state: answer.asked.state, outcomes } }, logs);
  }

  async function stop(): Promise<void> {
    const mine = current.current;
    if (mine === null) return;
    setRun((now) => ({ ...now, isStopping: true }));
    const { executionId } = mine;
    // The run ended before it could be cancelled: the stream reports how.
    if (executionId !== null) await api.cancelExecution({ params: { executionId } }).catch(() => {});
    else mine.abort.abort();
  }
  return { run, start, stop, goOn };
}
