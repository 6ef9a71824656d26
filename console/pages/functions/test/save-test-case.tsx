import type { Environment } from "@ferrule/contract/states.ts";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { inputClass } from "../../../components/input-class.ts";
import type { TestRun } from "./use-test-run.ts";

interface SaveTestCaseProps {
  functionId: string;
  /** Undefined when it is not JSON. */
  input: unknown;
  run: TestRun;
  environment: Environment;
  icon: LucideIcon;
}

/** Saves an input, with the last run's result as the expected one. */
export function SaveTestCase({ functionId, input, run, environment, icon }: SaveTestCaseProps) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [expects, setExpects] = useState(true);
  const forbidden = useDisabledReason("createTestCase");
  const { answer } = run;
  const create = useAction("createTestCase", { changes: ["listTestCases"], onSuccess: () => setOpen(false) });
  const expect =
    answer && expects
      ? { status: answer.status, ...(answer.status === "succeeded" ? { output: answer.output } : {}) }
      : null;
  const save = () =>
    create.mutate({
      params: { functionId },
      body: { name: name.trim(), input: input as never, environment, expect: expect as never },
    });
  return (
    <>
      <Button
        icon={icon}
        disabledReason={forbidden ?? (input === undefined ? "The input is not valid JSON yet." : null)}
        onClick={() => setOpen(true)}
      >
        Save as test case
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="sm"
        title="Save as test case"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              kind="primary"
              busy={create.isPending}
              disabledReason={name.trim() === "" ? "Enter a name." : null}
              onClick={save}
            >
              Save test case
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          <label className="grid gap-1.5 font-medium">
            Name
            <input
              className={inputClass}
              value={name}
              maxLength={120}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          {answer && (
            <label className="flex items-center gap-2">
              <input type="checkbox" checked={expects} onChange={(event) => setExpects(event.target.checked)} />
              Expect the result of the last run: {answer.status}
            </label>
          )}
          {create.error && <ErrorNote error={create.error} />}
        </div>
      </Dialog>
    </>
  );
}
