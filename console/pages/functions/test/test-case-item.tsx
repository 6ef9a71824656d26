import { Play, Trash2 } from "lucide-react";
import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import type { AnswerOf, ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { deleteLater } from "../../../components/overlay/delete-later.ts";
import { toastError } from "../../../components/overlay/toast.tsx";

export type TestCaseResult = AnswerOf<"runTestCase">;

function State({ result }: { result: TestCaseResult | "running" | undefined }) {
  if (result === undefined) return null;
  if (result === "running") return <Badge tone="accent">running</Badge>;
  return <Badge tone={result.passed ? "good" : "bad"}>{result.passed ? "passed" : "failed"}</Badge>;
}

interface DifferenceProps {
  testCase: ItemOf<"listTestCases">;
  result: TestCaseResult;
  onExpected: () => void;
}

/** The difference between a run and the expected result, and a button that accepts this result from now on. */
function Difference({ testCase, result, onExpected }: DifferenceProps) {
  const forbidden = useDisabledReason("updateTestCase");
  const update = useAction("updateTestCase", {
    onSuccess: onExpected,
    onError: toastError,
  });
  const { run } = result;
  const expectThis = () => {
    if (run === null) return;
    const expect = { status: run.status, ...(run.status === "succeeded" ? { output: run.output } : {}) };
    update.mutate({
      params: { functionId: testCase.functionId, testCaseId: testCase.id },
      body: { expect: expect as never },
      headers: ifMatch(testCase.revision),
    });
  };
  return (
    <div className="mt-1 grid gap-1">
      <p className="text-xs break-words text-bad">{result.difference}</p>
      {run !== null && (
        <Button size="sm" disabledReason={forbidden} busy={update.isPending} onClick={expectThis}>
          Expect this result
        </Button>
      )}
    </div>
  );
}

interface TestCaseItemProps {
  testCase: ItemOf<"listTestCases">;
  result: TestCaseResult | "running" | undefined;
  onRun: () => void;
  /** From now on, its last result is the expected one. */
  onExpected: () => void;
  onUse: (input: unknown) => void;
}

/** A saved input with its last result. */
export function TestCaseItem({ testCase, result, onRun, onExpected, onUse }: TestCaseItemProps) {
  const runForbidden = useDisabledReason("runTestCase");
  const removeForbidden = useDisabledReason("deleteTestCase");
  const { id, functionId, name } = testCase;
  return (
    <li className="rounded-md border border-line px-2.5 py-1.5 text-sm">
      <div className="flex items-center gap-1">
        <button
          type="button"
          className="min-w-0 flex-1 truncate text-left hover:underline"
          onClick={() => onUse(testCase.input)}
        >
          {name}
        </button>
        <State result={result} />
        <IconButton icon={Play} size="sm" label={`Run ${name}`} disabledReason={runForbidden} onClick={onRun} />
        <IconButton
          icon={Trash2}
          size="sm"
          label={`Delete ${name}`}
          disabledReason={removeForbidden}
          onClick={() =>
            deleteLater({ operation: "deleteTestCase", input: { params: { functionId, testCaseId: id } }, id, name })
          }
        />
      </div>
      {result !== undefined && result !== "running" && !result.passed && (
        <Difference testCase={testCase} result={result} onExpected={onExpected} />
      )}
    </li>
  );
}
