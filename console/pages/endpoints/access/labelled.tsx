import { useId } from "react";
import { inputClass } from "../../../components/input-class.ts";

interface LabelledProps {
  label: string;
  hint?: string;
  value: string;
  placeholder?: string;
  /** For a whole number: the least and the most that it may be. */
  within?: readonly [least: number, most: number];
  onChange: (next: string) => void;
}

/** A text field of a policy, with its name above and an explanation below. */
export function Labelled({ label, hint, value, placeholder, within, onChange }: LabelledProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className={inputClass}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...(within && { type: "number", min: within[0], max: within[1] })}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
