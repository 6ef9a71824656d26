import { ApiError } from "@ferrule/contract/client.ts";
import { Suspense, useRef, useState, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { useFocusProblem } from "../../components/form/use-focus-problem.ts";
import { Segmented } from "../../components/button/segmented.tsx";
import { Skeleton } from "../../components/states.tsx";
import { checkInput } from "../functions/test/check-input.ts";
import { SchemaFields } from "../functions/test/schema-field.tsx";
import { columnsOf } from "./schema-fields.ts";

const JsonEditor = lazyPart(async () => ({ default: (await import("../../editor/json-editor.tsx")).JsonEditor }));

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

/** The server's problems with single fields, by path. */
function serverProblems(error: Error | null): [string, string][] {
  if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") return [];
  const issues = (error.details?.["issues"] ?? []) as { path: string; message: string }[];
  return issues.map(({ path, message }) => [path.replace(/^body\.(data\.?)?/, ""), message]);
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
        choices={[
          { value: "form", label: "Fields" },
          { value: "json", label: "JSON" },
        ]}
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

/** Edits a record's data as a form of its schema or as JSON; problems appear at their field while the user types. */
export function RecordEditor(props: RecordEditorProps) {
  const { schema, initial, label, isProduction, disabledReason, isNew = false, onSave, children } = props;
  const hasFields = columnsOf(schema).length > 0;
  const [mode, setMode] = useState<Mode>(hasFields ? "form" : "json");
  const [data, setData] = useState(initial);
  const [text, setText] = useState(() => JSON.stringify(initial, null, 2));
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useFocusProblem(box, error);
  const isDirty = isNew || JSON.stringify(data) !== JSON.stringify(initial);
  const parsed = mode === "json" ? asObject(text) : data;
  const found = parsed === null ? new Map([["", "must be a JSON object"]]) : checkInput(schema, parsed);
  const showsAll = wasTried || (isDirty && !isNew);
  const problems = new Map([...(showsAll ? found : []), ...serverProblems(error)]);
  const others = [...problems].filter(([path]) => mode === "json" || path === "");
  const change = (next: RecordData) => {
    setData(next);
    setError(null);
  };
  const turnTo = (next: Mode) => {
    if (next === "json") setText(JSON.stringify(data, null, 2));
    setMode(next);
  };
  const save = async () => {
    setTried(true);
    if (parsed === null || found.size > 0) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await onSave(parsed);
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return (
    <div
      ref={box}
      role="group"
      aria-label="Record"
      className="grid gap-4"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && disabledReason === null) void save();
      }}
    >
      {children}
      {hasFields && <ModeChoice value={mode} onChange={turnTo} />}
      {mode === "form" ? (
        <SchemaFields
          schema={schema}
          root={schema}
          value={data}
          path=""
          problems={problems}
          onChange={(value) => change((value ?? {}) as RecordData)}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <JsonEditor
            label="Data as JSON"
            height="20rem"
            readOnlyReason={disabledReason}
            value={text}
            invalid={problems.size > 0}
            onChange={(next) => {
              setText(next);
              const value = asObject(next);
              if (value !== null) change(value);
            }}
          />
        </Suspense>
      )}
      {others.length > 0 && <OtherProblems problems={others} />}
      {error && <ErrorNote error={error} />}
      <div>
        <Button
          kind={isProduction ? "production" : "primary"}
          busy={isBusy}
          disabledReason={disabledReason ?? (isDirty ? null : "No changes to save.")}
          onClick={() => void save()}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
