import { useId, useState, type ReactNode } from "react";

/** The ids that connect a control to its label, hint and problem. */
export interface Control {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface LabelledProps {
  label: string;
  hint?: ReactNode;
  problem?: string | null | undefined;
  optional?: boolean;
  /** The problem is that of a text while it is typed. It is said once the focus has left the field. */
  late?: boolean;
  children: (control: Control) => ReactNode;
}

/** Label, control, hint and problem of one field. In a `SchemaForm`, use a `Field`. */
export function Labelled({
  label,
  hint,
  problem: found = null,
  optional = false,
  late = false,
  children,
}: LabelledProps) {
  const id = useId();
  const [hasLeft, setLeft] = useState(false);
  const problem = late && !hasLeft ? null : found;
  const hintId = hint === undefined ? "" : `${id}-hint`;
  const problemId = problem === null ? "" : `${id}-problem`;
  return (
    <div
      className="grid min-w-0 content-start gap-1.5"
      onInput={() => late && setLeft(false)}
      onBlur={() => late && setLeft(true)}
    >
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium">
        {label}
        {optional && <span className="text-xs font-normal text-faint">optional</span>}
      </label>
      {children({
        id,
        "aria-describedby": [hintId, problemId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": problem === null ? undefined : true,
      })}
      {problem !== null && (
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
}
