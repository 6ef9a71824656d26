import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { History, Play, RotateCcw, Square } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Button } from "../../../components/button/button.tsx";
import { Menu } from "../../../components/overlay/menu.tsx";
import { useShortcuts } from "../../../components/keyboard/shortcuts.ts";
import type { Draft } from "../code/draft/draft.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import type { DraftContract } from "../tool/tool-entry.ts";
import { without } from "../without.ts";
import { checkedInput, hasFields } from "./checked-input.ts";
import { InputForm } from "./input-form.tsx";
import { listInputs, noteInput } from "./input-history.ts";
import { RunAs, type RunAsValues } from "./run-as.tsx";
import { sampleOfSchema } from "../../../reference/sample-of-schema.ts";
import { SaveTestCase } from "./save-test-case.tsx";
import { TestCases } from "./test-cases.tsx";
import { TestResult } from "./test-result.tsx";
import { useReplayedInput } from "./use-replayed-input.ts";
import { unsavedSource } from "./unsaved-source.ts";
import { useTestRun } from "./use-test-run.ts";

const asText = (value: unknown) => JSON.stringify(value, null, 2);

interface InputHeadProps {
  /** Null if there is no form as an alternative. */
  asJson: boolean | null;
  onAsJson: (asJson: boolean) => void;
  history: readonly string[];
  /** Null means the sample. */
  onText: (text: string | null) => void;
}

function InputHead({ asJson, onAsJson, history, onText }: InputHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <h2 className="mr-auto text-sm font-semibold">Input</h2>
      {asJson !== null && (
        <Button size="sm" kind="quiet" aria-pressed={asJson} onClick={() => onAsJson(!asJson)}>
          {asJson ? "Form" : "JSON"}
        </Button>
      )}
      <Button size="sm" kind="quiet" icon={RotateCcw} onClick={() => onText(null)}>
        Sample
      </Button>
      {history.length > 0 && (
        <Menu
          trigger={
            <Button size="sm" kind="quiet" icon={History}>
              History
            </Button>
          }
          groups={[
            {
              title: "Earlier runs in this browser",
              entries: history.map((one) => ({
                label: one.replaceAll(/\s+/g, " ").slice(0, 80),
                onSelect: () => onText(one),
              })),
            },
          ]}
        />
      )}
    </div>
  );
}

interface RunButtonProps {
  /** Null while nothing runs. */
  isStopping: boolean | null;
  environment: Environment;
  forbidden: string | null;
  onRun: () => void;
  onStop: () => void;
}

function RunButton({ isStopping, environment, forbidden, onRun, onStop }: RunButtonProps) {
  return isStopping !== null ? (
    <Button kind="danger" icon={Square} busy={isStopping} onClick={onStop}>
      Stop
    </Button>
  ) : (
    <Button
      kind={environment === "production" ? "production" : "primary"}
      icon={Play}
      disabledReason={forbidden}
      onClick={onRun}
    >
      {environment === "production" ? "Run in production" : "Run"}
    </Button>
  );
}

/** The source of a replayed input, with a button that stops the replay. */
const ReplayNote = ({ note, onDismiss }: { note: string; onDismiss: () => void }) => (
  <p role="status" className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5 text-xs text-muted">
    <span className="flex-1">{note}</span>
    <button type="button" className="link" onClick={onDismiss}>
      Dismiss
    </button>
  </p>
);

/** The execution in the URL whose input to run again. */
function useReplay() {
  const { replay } = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  const end = () => void navigate({ search: (now) => ({ ...without(now, "replay"), panel: "test" }) });
  return { ...useReplayedInput(replay), end };
}

function revisionText(environment: Environment, revision: number, isDirty: boolean): string {
  if (environment === "production")
    return `Runs the saved revision ${revision}${isDirty ? ", without your changes" : ""}.`;
  return isDirty ? "Runs the code in the editor." : `Runs revision ${revision}.`;
}

/** Runs the editor's text: input by form or JSON, a chosen caller, a live log, and the result. */
export function TestPanel({ draft, contract }: { draft: Draft; contract: DraftContract }) {
  const environment = useEnvironment();
  const base = draft.base.use();
  const schema = useMemo(() => contract.inputSchema ?? { type: "object", properties: {} }, [contract.inputSchema]);
  const [text, setText] = useState<string | null>(() => listInputs(base.id)[0] ?? null);
  const [asJson, setAsJson] = useState(false);
  const [isTried, setTried] = useState(false);
  const [as, setAs] = useState<RunAsValues>({ environment, tenantId: "default", caller: null });
  useEffect(() => setAs((now) => ({ ...now, environment })), [environment]);
  const { run, start, stop, goOn } = useTestRun(base.id);
  const replay = useReplay();
  useEffect(() => {
    if (replay.input === undefined) return;
    setText(asText(replay.input));
    if (replay.as) setAs((now) => ({ ...now, ...replay.as }));
  }, [replay.input]);

  const shown = text ?? asText(sampleOfSchema(schema));
  const checked = useMemo(() => checkedInput(schema, shown), [shown, schema]);
  const forbidden = useDisabledReason("testFunction", as.environment);
  const isDirty = draft.isDirty.use();
  const isRunning = run.state === "running";

  const go = () => {
    setTried(true);
    if (!checked.isJson || isRunning || forbidden !== null) return;
    noteInput(base.id, shown);
    const { caller, ...place } = as;
    const source = unsavedSource(draft, as.environment);
    void start({ input: checked.value as never, ...place, ...source, ...(caller === null ? {} : { caller }) });
  };
  useShortcuts([{ keys: "Mod+Enter", does: "Run test", run: go }]);
  const head = { onAsJson: setAsJson, history: listInputs(base.id), onText: setText };
  return (
    <div className="grid grid-cols-1 gap-4">
      <InputHead asJson={hasFields(schema) ? asJson : null} {...head} />
      {replay.note !== null && <ReplayNote note={replay.note} onDismiss={replay.end} />}
      <InputForm schema={schema} text={shown} onChange={setText} asJson={asJson} isTried={isTried} />
      <RunAs values={as} onChange={setAs} />
      <div className="sticky top-0 bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-y border-line bg-surface px-4 py-2">
        <RunButton
          isStopping={isRunning ? run.isStopping : null}
          environment={as.environment}
          forbidden={forbidden}
          onRun={go}
          onStop={() => void stop()}
        />
        <SaveTestCase
          functionId={base.id}
          input={checked.isJson ? checked.value : undefined}
          run={run}
          environment={as.environment}
        />
        <p className="basis-full text-xs text-muted">{revisionText(as.environment, base.revision, isDirty)}</p>
      </div>
      <TestResult run={run} onAnswered={(outcomes) => void goOn(outcomes)} />
      <TestCases functionId={base.id} draft={draft} onUse={(input) => setText(asText(input))} />
    </div>
  );
}
