import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { issuesOf } from "../../../api/issues-of.ts";
import { Button } from "../../../components/button/button.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { useFocusProblem } from "../../../components/form/use-focus-problem.ts";
import { Segmented } from "../../../components/button/segmented.tsx";
import { Unsaved } from "../../../components/overlay/unsaved.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { checkInput } from "../../functions/test/check-input.ts";
import { SchemaFields } from "../../functions/test/schema-field.tsx";
import { columnsOf } from "../schema/schema-fields.ts";

const JsonEditor = lazyPart(
  () => import("../../../editor/json-editor.tsx"),
  "JsonEditor",
  <Skeleton className="h-56" />,
);

export type RecordData = Record<string, unknown>;

interface RecordEditorProps {
  schema: Record<string, unknown>;
  initial: RecordData;
  /** `Save record`. */
  label: string;
  isProduction: boolean;
  disabledReason: string | null;
  /** A new record may be sent unchanged. */
  isNew?: boolean;
  onSave: (data: RecordData) => Promise<unknown>;
  /** Shown above the fields. */
  children?: ReactNode;
}

const asObject = (text: string): RecordData | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RecordData) : null;
  } catch {
    return null;
  }
};

type Mode = "form" | "json";

function ModeChoice({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  return (
    <div className="flex">
      <Segmented
        label="Edit as"
        value={value}
        choices={choicesOf({ form: "Fields", json: "JSON" })}
        onChange={onChange}
      />
    </div>
  );
}

/** Problems that no field shows. */
function OtherProblems({ problems }: { problems: readonly [string, string][] }) {
  return (
    <ul role="alert" className="grid gap-0.5 text-xs font-medium text-bad">
      {problems.map(([path, message]) => (
        <li key={path}>
          {path !== "" && <code className="mr-1 font-mono">{path}</code>}
          {message}
        </li>
      ))}
    </ul>
  );
}

/** The typed data, as fields or as JSON, and its problems. */
function useEdited({ schema, initial, isNew = false, onSave }: RecordEditorProps) {
  const hasFields = columnsOf(schema).length > 0;
  const [mode, setMode] = useState<Mode>(hasFields ? "form" : "json");
  const [data, setData] = useState(initial);
  const [text, setText] = useState(() => JSON.stringify(initial, null, 2));
  const [wasTried, setTried] = useState(false);
  const save = useMutation({ mutationFn: onSave });
  const isEdited = JSON.stringify(data) !== JSON.stringify(initial);
  const isDirty = isNew || isEdited;
  const parsed = mode === "json" ? asObject(text) : data;
  const found = parsed === null ? new Map([["", "must be a JSON object"]]) : checkInput(schema, parsed);
  const refused = issuesOf(save.error).map(
    ({ path, message }) => [path.replace(/^body\.(data\.?)?/, ""), message] as const,
  );
  const showsAll = wasTried || (isDirty && !isNew);
  const problems = new Map([...(showsAll ? found : []), ...refused]);
  const change = (next: RecordData) => {
    setData(next);
    if (!save.isPending) save.reset();
  };
  return {
    hasFields,
    mode,
    data,
    text,
    isDirty,
    isEdited,
    problems,
    save,
    change,
    write: (next: string) => {
      setText(next);
      const value = asObject(next);
      if (value !== null) change(value);
    },
    turnTo: (next: Mode) => {
      if (next === "json") setText(JSON.stringify(data, null, 2));
      setMode(next);
    },
    /** Sends the data. @returns false if its own checks found problems, which are now shown */
    send: () => {
      setTried(true);
      if (parsed === null || found.size > 0) return false;
      save.mutate(parsed);
      return true;
    },
  };
}

/** Edits a record's data, as a form of its schema or as JSON; problems appear at their field while the user types. */
export function RecordEditor(props: RecordEditorProps) {
  const { schema, label, isProduction, disabledReason, children } = props;
  const edited = useEdited(props);
  const { mode, problems, save } = edited;
  const box = useRef<HTMLDivElement>(null);
  useFocusProblem(box, save.error);
  const others = [...problems].filter(([path]) => mode === "json" || path === "");
  const send = () => {
    if (!edited.send())
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  return (
    <div
      ref={box}
      role="group"
      aria-label="Record"
      className="grid gap-4"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && disabledReason === null) send();
      }}
    >
      <Unsaved when={edited.isEdited && !save.isSuccess} />
      {children}
      {edited.hasFields && <ModeChoice value={mode} onChange={edited.turnTo} />}
      {mode === "form" ? (
        <SchemaFields
          schema={schema}
          root={schema}
          value={edited.data}
          path=""
          problems={problems}
          onChange={(value) => edited.change((value ?? {}) as RecordData)}
        />
      ) : (
        <JsonEditor
          label="Data as JSON"
          height="20rem"
          readOnlyReason={disabledReason}
          value={edited.text}
          invalid={problems.size > 0}
          onChange={edited.write}
        />
      )}
      {others.length > 0 && <OtherProblems problems={others} />}
      {save.error && <ErrorNote error={save.error} />}
      <div>
        <Button
          kind={isProduction ? "production" : "primary"}
          busy={save.isPending}
          disabledReason={disabledReason ?? (edited.isDirty ? null : "No changes to save.")}
          onClick={send}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
