import { environments } from "@ferrule/contract/states.ts";
import { Play } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation, useWithoutGone, type ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { toastError } from "../../../components/overlay/toast.tsx";
import type { Draft } from "../code/draft/draft.ts";
import { TestCaseItem, type TestCaseResult } from "./test-case-item.tsx";
import { unsavedSource } from "./unsaved-source.ts";

interface TestCasesProps {
  functionId: string;
  draft: Draft;
  /** Takes the input of a test case into the form. */
  onUse: (input: unknown) => void;
}

type TestCase = ItemOf<"listTestCases">;
type Results = Record<string, TestCaseResult | "running">;

/** Runs test cases, and keeps the last result of each. */
function useResults(functionId: string, draft: Draft, cases: readonly TestCase[]) {
  const [results, setResults] = useState<Results>({});
  const runOne = useAction("runTestCase", { onError: toastError });
  const runAll = useAction("runTestCases", { onError: toastError });
  const follow = async (running: readonly TestCase[], run: () => Promise<TestCaseResult[]>) => {
    const begun = Object.fromEntries(running.map(({ id }) => [id, "running" as const]));
    setResults((now) => ({ ...now, ...begun }));
    const items = await run().catch(() => []);
    const ended = Object.fromEntries(items.map((item) => [item.testCaseId, item]));
    setResults(({ ...now }) => {
      for (const { id } of running) delete now[id];
      return { ...now, ...ended };
    });
  };
  return {
    results,
    isRunningAll: runAll.isPending,
    startOne: (one: TestCase) =>
      follow([one], async () => {
        const params = { functionId, testCaseId: one.id };
        return [await runOne.mutateAsync({ params, body: unsavedSource(draft, one.environment) })];
      }),
    startAll: async () => {
      for (const environment of environments) {
        const those = cases.filter((one) => one.environment === environment);
        const body = { environment, ...unsavedSource(draft, environment) };
        if (those.length === 0) continue;
        await follow(those, async () => (await runAll.mutateAsync({ params: { functionId }, body })).items);
      }
    },
    /** Called when the result of a test case has become the expected one. */
    expectResult: (id: string) =>
      setResults((now) => {
        const result = now[id];
        if (result === undefined || result === "running") return now;
        return { ...now, [id]: { ...result, passed: true, difference: null } };
      }),
  };
}

/** A Function's saved inputs; runs one or all of them with the editor's text, or in Production with the saved text. */
export function TestCases({ functionId, draft, onUse }: TestCasesProps) {
  const { data } = useOperation("listTestCases", { params: { functionId }, query: { limit: 100 } });
  const cases = useWithoutGone(data?.items) ?? [];
  const { results, isRunningAll, startOne, startAll, expectResult } = useResults(functionId, draft, cases);
  const forbidden = useDisabledReason("runTestCases");
  if (cases.length === 0) return null;
  return (
    <section aria-label="Test cases" className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">Test cases</h2>
        <Button size="sm" icon={Play} disabledReason={forbidden} busy={isRunningAll} onClick={() => void startAll()}>
          Run all
        </Button>
      </div>
      <ul className="grid gap-1">
        {cases.map((one) => (
          <TestCaseItem
            key={one.id}
            testCase={one}
            result={results[one.id]}
            onRun={() => void startOne(one)}
            onExpected={() => expectResult(one.id)}
            onUse={onUse}
          />
        ))}
      </ul>
    </section>
  );
}
