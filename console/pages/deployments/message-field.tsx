import { useId } from "react";
import { inputClass } from "../../components/input-class.ts";

interface MessageFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Mod+Enter and Enter. */
  onSubmit: () => void;
  required?: boolean;
  hint?: string;
}

/** A one-line reason. */
export function MessageField({ label, value, onChange, onSubmit, required = false, hint }: MessageFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
        {!required && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <input
        id={id}
        className={inputClass}
        value={value}
        maxLength={1_000}
        required={required}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && onSubmit()}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
