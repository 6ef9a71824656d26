import { Play } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { toastError } from "../../../components/overlay/toast.tsx";
import { withLineFeeds, type Draft } from "../code/draft.ts";
import { TestCaseItem, type TestCaseResult } from "./test-case-item.tsx";

interface TestCasesProps {
  functionId: string;
  draft: Draft;
  /** Takes the input of a test case into the form. */
  onUse: (input: unknown) => void;
}

type Results = Record<string, TestCaseResult | "running">;

/** A Function's saved inputs; runs one or all of them with the text in the editor, in Production with the saved one. */
export function TestCases({ functionId, draft, onUse }: TestCasesProps) {
  const { data } = useOperation("listTestCases", { params: { functionId }, query: { limit: 100 } });
  const [results, setResults] = useState<Results>({});
  const runOne = useAction("runTestCase", { onError: toastError });
  const runAll = useAction("runTestCases", { onError: toastError });
  const forbidden = useDisabledReason("runTestCases");
  const cases = data?.items ?? [];
  if (cases.length === 0) return null;

  const unsaved = (environment: string) => {
    const source = draft.source.get();
    return environment === "production" || source === withLineFeeds(draft.base.get().source) ? {} : { source };
  };
  const follow = async (running: readonly ItemOf<"listTestCases">[], run: () => Promise<TestCaseResult[]>) => {
    const begun = Object.fromEntries(running.map(({ id }) => [id, "running" as const]));
    setResults((now) => ({ ...now, ...begun }));
    const items = await run().catch(() => []);
    const ended = Object.fromEntries(items.map((item) => [item.testCaseId, item]));
    setResults(({ ...now }) => {
      for (const { id } of running) delete now[id];
      return { ...now, ...ended };
    });
  };
  const startOne = (one: ItemOf<"listTestCases">) =>
    follow([one], async () => [
      await runOne.mutateAsync({ params: { functionId, testCaseId: one.id }, body: unsaved(one.environment) }),
    ]);
  const expectResult = (id: string) =>
    setResults((now) => {
      const result = now[id];
      if (result === undefined || result === "running") return now;
      return { ...now, [id]: { ...result, passed: true, difference: null } };
    });
  const startAll = async () => {
    for (const environment of ["development", "production"] as const) {
      const those = cases.filter((one) => one.environment === environment);
      const body = { environment, ...unsaved(environment) };
      if (those.length === 0) continue;
      await follow(those, async () => (await runAll.mutateAsync({ params: { functionId }, body })).items);
    }
  };
  return (
    <section aria-label="Test cases" className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">Test cases</h2>
        <Button
          size="sm"
          icon={Play}
          disabledReason={forbidden}
          busy={runAll.isPending}
          onClick={() => void startAll()}
        >
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
