import { useEffect, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";

type TestsAnswer = AnswerOf<"testProjectSource">;
export type TestedFunction = TestsAnswer["functions"][number];
export type TestOutcome = TestedFunction["tests"][number];
export type TestFailure = NonNullable<TestOutcome["error"]>;
export type Coverage = NonNullable<TestedFunction["coverage"]>;

/** The texts that a run tests. */
export interface TestedTexts {
  source: string;
  tests: string;
}

export interface TestsRun {
  isRunning: boolean;
  answer: TestsAnswer | null;
  error: Error | null;
  /** What the answer is about; null before the first one. */
  of: TestedTexts | null;
}

const idle: TestsRun = { isRunning: false, answer: null, error: null, of: null };

/** Runs the tests of one Function with the texts of the editor, one run at a time. Leaving the page ends a run. */
export function useTestsRun(slug: string) {
  const [run, setRun] = useState<TestsRun>(idle);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function start(texts: TestedTexts, coverage: boolean): Promise<void> {
    const mine = new AbortController();
    current.current = mine;
    setRun((now) => ({ ...now, isRunning: true, error: null }));
    const end = (next: Partial<TestsRun>) =>
      current.current === mine && setRun((now) => ({ ...now, isRunning: false, ...next }));
    try {
      const body = { edited: [{ slug, ...texts }], functions: [slug], coverage };
      end({ answer: await api.testProjectSource({ body, signal: mine.signal }), of: texts });
    } catch (error) {
      end({ error: mine.signal.aborted ? null : (error as Error) });
    }
  }
  return { run, start, stop: () => current.current?.abort() };
}
