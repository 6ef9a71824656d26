import { Labelled } from "../../../components/form/labelled.tsx";
import { inputClass } from "../../../components/input-class.ts";

interface PolicyTextProps {
  label: string;
  hint?: string;
  value: string;
  placeholder?: string;
  /** For a whole number: its minimum and maximum. */
  within?: readonly [least: number, most: number];
  onChange: (next: string) => void;
}

/** One text, or number, of a policy. */
export const PolicyText = ({ label, hint, within, onChange, ...input }: PolicyTextProps) => (
  <Labelled label={label} hint={hint}>
    {(control) => (
      <input
        {...control}
        {...input}
        className={inputClass}
        autoComplete="off"
        spellCheck={false}
        {...(within && { type: "number", min: within[0], max: within[1] })}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Labelled>
);
