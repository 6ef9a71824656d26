import { Field } from "../../../../components/form/field.tsx";
import { inputClass } from "../../../../components/input-class.ts";
import { linesOf } from "./lines-of.ts";

interface ValuesFieldProps {
  name: string;
  /** A Function with `complete` can offer values itself. */
  hint: string;
}

/** The values that completion offers, one on each line. */
export const ValuesField = ({ name, hint }: ValuesFieldProps) => (
  <Field name={name} label="Values to offer" hint={hint} optional>
    {({ value, onChange, ...control }) => (
      <textarea
        {...control}
        rows={2}
        spellCheck={false}
        className={`${inputClass} h-auto py-1.5 leading-5`}
        defaultValue={Array.isArray(value) ? value.join("\n") : ""}
        onChange={({ target }) => onChange(linesOf(target.value))}
      />
    )}
  </Field>
);
