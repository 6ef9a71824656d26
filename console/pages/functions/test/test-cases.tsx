import type { Environment } from "@ferrule/contract/states.ts";
import { Play, Trash2, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { inputClass } from "../../../components/form/input-class.ts";
import { toastError } from "../../../components/toast.tsx";
import { withLineFeeds, type Draft } from "../code/draft.ts";
import { runTest } from "./run-test.ts";
import type { TestRun } from "./use-test-run.ts";
import { verdictOf } from "./verdict.ts";

interface SaveButtonProps {
  functionId: string;
  /** Undefined when it is not JSON. */
  input: unknown;
  run: TestRun;
  environment: Environment;
  icon: LucideIcon;
}

/** Saves an input, with the last run's result as the expected one. */
function SaveButton({ functionId, input, run, environment, icon }: SaveButtonProps) {
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

type Verdicts = Record<string, string>;

/** A Function's saved inputs; runs one or all against the current text. */
function List({ functionId, draft, onUse }: { functionId: string; draft: Draft; onUse: (input: unknown) => void }) {
  const { data } = useOperation("listTestCases", { params: { functionId }, query: { limit: 100 } });
  const [verdicts, setVerdicts] = useState<Verdicts>({});
  const remove = useAction("deleteTestCase", { changes: ["listTestCases"], onError: toastError });
  const forbidden = useDisabledReason("testFunction");
  const removeForbidden = useDisabledReason("deleteTestCase");
  const cases = data?.items ?? [];
  if (cases.length === 0) return null;
  const runOne = async (one: ItemOf<"listTestCases">) => {
    setVerdicts((now) => ({ ...now, [one.id]: "running" }));
    const source = draft.source.get();
    const isSaved = source === withLineFeeds(draft.base.get().source);
    const verdict = await runTest(
      functionId,
      {
        input: one.input as never,
        environment: one.environment,
        ...(isSaved || one.environment === "production" ? {} : { source }),
      },
      { signal: new AbortController().signal, onStarted: () => {}, onLog: () => {} },
    ).then(
      (answer) => verdictOf(one.expect, answer),
      (error: unknown) => (error as Error).message,
    );
    setVerdicts((now) => ({ ...now, [one.id]: verdict }));
  };
  const runAll = async () => {
    for (const one of cases) await runOne(one);
  };
  return (
    <section aria-label="Test cases" className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">Test cases</h2>
        <Button size="sm" icon={Play} disabledReason={forbidden} onClick={() => void runAll()}>
          Run all
        </Button>
      </div>
      <ul className="grid gap-1">
        {cases.map((one) => {
          const verdict = verdicts[one.id];
          return (
            <li key={one.id} className="rounded-md border border-line px-2.5 py-1.5 text-sm">
              <div className="flex items-center gap-1">
                <button
                  type="button"
                  className="min-w-0 flex-1 truncate text-left hover:underline"
                  onClick={() => onUse(one.input)}
                >
                  {one.name}
                </button>
                {verdict !== undefined && (
                  <Badge tone={verdict === "passed" ? "good" : verdict === "running" ? "accent" : "bad"}>
                    {verdict === "passed" || verdict === "running" ? verdict : "failed"}
                  </Badge>
                )}
                <IconButton
                  icon={Play}
                  size="sm"
                  label={`Run ${one.name}`}
                  disabledReason={forbidden}
                  onClick={() => void runOne(one)}
                />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={`Delete ${one.name}`}
                  disabledReason={removeForbidden}
                  onClick={() => remove.mutate({ params: { functionId, testCaseId: one.id } })}
                />
              </div>
              {verdict !== undefined && verdict !== "passed" && verdict !== "running" && (
                <p className="mt-1 text-xs break-words text-bad">{verdict}</p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export const TestCases = { SaveButton, List };
