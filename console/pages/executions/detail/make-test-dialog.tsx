import { testOfExecution } from "@ferrule/contract/function-tests/test-of-execution.ts";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";
import type { FunctionDetail } from "../../functions/code/draft/fields.ts";
import { keepTests, testsHere } from "./add-test.ts";

type Execution = AnswerOf<"getExecution">;

interface AddButtonProps {
  execution: Execution;
  detail: FunctionDetail;
  onFull: () => void;
}

/** Puts the test at the end of the Function's tests, unsaved, and goes there. */
function AddButton({ execution, detail, onFull }: AddButtonProps) {
  const navigate = useNavigate();
  const forbidden = useDisabledReason("updateFunction");
  const add = () => {
    const before = testsHere(detail);
    const tests = testOfExecution(execution, detail.permissions, before);
    if (tests !== before && !keepTests(detail, tests)) {
      onFull();
      return;
    }
    const line = tests.slice(0, tests.indexOf(`request ${execution.requestId}`)).split("\n").length;
    void navigate({ to: "/functions/$functionId", params: { functionId: detail.id }, search: { tab: "tests", line } });
  };
  return (
    <Button kind="primary" disabledReason={forbidden} onClick={add}>
      Add to the tests of {detail.name}
    </Button>
  );
}

interface MakeTestDialogProps {
  execution: Execution;
  functionId: string;
  onClose: () => void;
}

/** Shows a recorded call as a test of its Function, to copy or to add to the Function's tests. */
export function MakeTestDialog({ execution, functionId, onClose }: MakeTestDialogProps) {
  const { data: detail, error, refetch } = useOperation("getFunction", { params: { functionId } });
  const [isFull, setFull] = useState(false);
  const text = useMemo(() => detail && testOfExecution(execution, detail.permissions), [execution, detail]);
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Make a test of this call"
      description="The test repeats the recorded, masked call with a stand-in for each thing that it asked for. Comments say what the record does not hold."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {detail && <AddButton execution={execution} detail={detail} onFull={() => setFull(true)} />}
        </>
      }
    >
      <div className="grid gap-3">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isFull && (
          <p role="alert" className="text-sm text-bad">
            This browser is out of storage, so it cannot keep the test unsaved. Copy it and put it into the tests.
          </p>
        )}
        {text === undefined ? (
          !error && <Skeleton className="h-64" />
        ) : (
          <CodeBlock title={`${detail?.slug ?? ""}.test.ts`} text={text} maxHeight="50dvh" />
        )}
      </div>
    </Dialog>
  );
}
