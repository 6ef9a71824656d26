import { LoaderCircle, Play, Square } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { announce } from "../../../components/announce.tsx";
import { Button } from "../../../components/button/button.tsx";
import { useShortcuts } from "../../../components/keyboard/shortcuts.ts";
import { InputForm, useInput } from "./input-form.tsx";

interface CallPaneProps<Done> {
  /** The target of the call: its name and its kind. */
  heading: ReactNode;
  description: ReactNode;
  schema: Record<string, unknown>;
  /** Fills in the input in place of a form of the schema. */
  fields?: (value: unknown, onChange: (value: unknown) => void) => ReactNode;
  /** A credential is available, or none is needed. */
  isReady: boolean;
  /** The text of the button, also in the list of shortcuts. */
  label: string;
  shortcut: string;
  /** Shown under the form: the same call in another notation. */
  below?: (value: unknown) => ReactNode;
  /** What the running call asks; null or unset: nothing. */
  asked?: ReactNode;
  call: (value: unknown, signal: AbortSignal) => Promise<Done>;
  /** The text that a screen reader announces. */
  said: (done: Done) => string;
  answer: (done: Done) => ReactNode;
}

/** Why no call is possible without a credential. */
export const needsKey = "This endpoint needs a key. Create one above.";

/** One call at a time: the running one, and the last result. */
function useCall<Done>({ call, said }: Pick<CallPaneProps<Done>, "call" | "said">) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [done, setDone] = useState<{ answered: Done } | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  const start = async (value: unknown) => {
    const controller = new AbortController();
    setRunning(controller);
    const answered = await call(value, controller.signal);
    setRunning(null);
    setDone({ answered });
    announce(said(answered));
  };
  return { running, done, start };
}

/** Makes one call at a time from a schema's form, and shows the response beside it. */
export function CallPane<Done>(props: CallPaneProps<Done>) {
  const { schema, isReady } = props;
  const input = useInput(schema);
  const { running, done, start } = useCall(props);
  const run = () => {
    if (isReady && running === null && "value" in input.parsed) void start(input.parsed.value);
  };
  useShortcuts([{ keys: "Mod+Enter", does: props.shortcut, run }]);
  const problem = "problem" in input.parsed ? "The input is not valid JSON." : null;
  return (
    <div className="grid grid-cols-1 min-w-0 content-start gap-4 p-4 md:border-l md:border-line lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-4">
        <div>
          <p className="flex flex-wrap items-center gap-2">{props.heading}</p>
          <p className="mt-1 text-sm whitespace-pre-wrap text-muted">{props.description}</p>
        </div>
        {props.fields === undefined ? (
          <InputForm schema={schema} input={input} isTried={running !== null || done !== null} />
        ) : (
          props.fields("value" in input.parsed ? input.parsed.value : {}, (value) =>
            input.setText(JSON.stringify(value)),
          )
        )}
        {props.below?.("value" in input.parsed ? input.parsed.value : {})}
        <div>
          {running === null ? (
            <Button kind="primary" icon={Play} disabledReason={isReady ? problem : needsKey} onClick={run}>
              {props.label}
            </Button>
          ) : (
            <Button icon={Square} onClick={() => running.abort()}>
              Stop
            </Button>
          )}
        </div>
      </div>
      <div className="min-w-0">
        {running !== null && props.asked != null ? (
          props.asked
        ) : running !== null ? (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <LoaderCircle aria-hidden size={14} className="working" />
            Waiting for the response
          </p>
        ) : done === null ? (
          <p className="text-sm text-muted">The response appears here.</p>
        ) : (
          props.answer(done.answered)
        )}
      </div>
    </div>
  );
}
