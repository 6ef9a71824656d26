import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { Note } from "../../../components/note.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { notJson, readJson } from "../../../components/show/read-json.ts";
import { JsonEditor } from "../../../editor/json-editor.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { ShownJson } from "./shown-json.tsx";

type Run = AnswerOf<"getRun">;

const choices = choicesOf({ same: "The same input", other: "Another input" });

/** The shown input as a text to edit. */
function editable(text: string): string {
  const read = readJson(text);
  return "problem" in read ? text : JSON.stringify(read.value, null, 2);
}

/** Why the edited input cannot be sent; null when it can. */
function problemOf(text: string): string | null {
  const read = readJson(text);
  if ("problem" in read) return notJson(read.problem);
  return text.includes(maskMarker) ? `Replace each ${maskMarker} by its value first.` : null;
}

const SameInput = ({ shown }: { shown: string }) => (
  <>
    <p className="text-muted">
      The run gets the whole input as it was stored. What you see here is masked, and cut where it is long.
    </p>
    <ShownJson text={shown} label="Input" />
  </>
);

interface OtherInputProps {
  text: string;
  problem: string | null;
  onChange: (text: string) => void;
}

const OtherInput = ({ text, problem, onChange }: OtherInputProps) => (
  <>
    <Note tone="warn">
      The text below is what people may see of the input: secrets in it are masked, and a long one is cut. Complete it
      before you start the run.
    </Note>
    <JsonEditor label="Input as JSON" value={text} onChange={onChange} height="14rem" invalid={problem !== null} />
    {problem !== null && <p className="text-xs font-medium text-bad">{problem}</p>}
  </>
);

/** Starts a new run with the input of this one, or with another one. */
export function ReplayRun({ run, onClose }: { run: Run; onClose: () => void }) {
  const { id, environment, functionName, tenantId } = run;
  const shownInput = run.shownInput ?? "";
  const navigate = useNavigate();
  const [which, setWhich] = useState<"same" | "other">("same");
  const [text, setText] = useState(() => editable(shownInput));
  const problem = which === "same" ? null : problemOf(text);
  const replay = useAction("replayRun", {
    onSuccess: (started) => void navigate({ to: "/runs/$runId", params: { runId: started.id }, search: {} }),
  });
  const send = () => {
    const read = readJson(text);
    const body = which === "same" || "problem" in read ? {} : { input: read.value as never };
    replay.mutate({ params: { runId: id }, body });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Replay this run of ${functionName}?`}
      description={`A new run starts from the top in ${environmentNames[environment]}, as tenant ${tenantId}, on what is deployed there now. All of its effects happen again.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={environment === "production" ? "production" : "primary"}
            busy={replay.isPending}
            disabledReason={problem}
            onClick={send}
          >
            Start run
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        <div className="flex">
          <Segmented label="Input" value={which} choices={choices} onChange={setWhich} />
        </div>
        {which === "same" ? <SameInput shown={shownInput} /> : <OtherInput {...{ text, problem, onChange: setText }} />}
        {replay.error && <ErrorNote error={replay.error} />}
      </div>
    </Dialog>
  );
}
