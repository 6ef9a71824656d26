import { useId, type ReactNode } from "react";
import { useFormApi } from "./schema-form.tsx";

export interface FieldProps {
  /** The name in the schema; `limits.requestsPerMinute` for a nested one. */
  name: string;
  label: string;
  /** What to enter, with an example. */
  hint?: ReactNode;
  optional?: boolean;
}

interface Control {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/**
 * Label, control, hint and problem of one field. The fields of `fields.tsx` are built from it; build others the same
 * way. The form ignores blur: a problem that vanished with the focus would shift what is below it away from under the
 * pointer.
 */
export function Field({
  name,
  label,
  hint,
  optional = false,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const form = useFormApi();
  const id = useId();
  return (
    <form.Field name={name}>
      {(field) => {
        const problem = (field.state.meta.errors as (string | undefined)[]).find((each) => each !== undefined);
        const hintId = hint === undefined ? "" : `${id}-hint`;
        const problemId = problem === undefined ? "" : `${id}-problem`;
        return (
          <div className="grid content-start gap-1.5">
            <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium">
              {label}
              {optional && <span className="text-xs font-normal text-faint">optional</span>}
            </label>
            {children({
              id,
              value: field.state.value,
              onChange: (value) => field.handleChange(value),
              "aria-describedby": [hintId, problemId].filter(Boolean).join(" ") || undefined,
              "aria-invalid": problem === undefined ? undefined : true,
            })}
            {problem !== undefined && (
              <p id={problemId} className="text-xs font-medium text-bad">
                {problem}
              </p>
            )}
            {hint !== undefined && (
              <p id={hintId} className="text-xs text-muted">
                {hint}
              </p>
            )}
          </div>
        );
      }}
    </form.Field>
  );
}
