import { Labelled } from "../../components/form/labelled.tsx";
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
export const MessageField = ({ label, value, onChange, onSubmit, required = false, hint }: MessageFieldProps) => (
  <Labelled label={label} optional={!required} hint={hint}>
    {(control) => (
      <input
        {...control}
        className={inputClass}
        value={value}
        maxLength={1_000}
        required={required}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && onSubmit()}
      />
    )}
  </Labelled>
);
