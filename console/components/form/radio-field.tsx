import { Field, type FieldProps } from "./field.tsx";
import { RadioChoices, type RadioChoicesProps } from "./radio-choices.tsx";

interface RadioFieldProps extends FieldProps {
  /** `disabled` ones cannot be chosen, for a reason that the field's hint gives. */
  choices: readonly (RadioChoicesProps<string>["choices"][number] & { disabled?: boolean })[];
}

/** Picks one of a few values that each need a sentence of explanation. */
export const RadioField = ({ choices, ...field }: RadioFieldProps) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, id, ...aria }) => (
      <div id={id} role="radiogroup" aria-label={field.label} {...aria} className="grid gap-1.5">
        <RadioChoices
          name={`${id}-${field.name}`}
          value={value}
          choices={choices.map(({ disabled = false, ...choice }) => ({
            ...choice,
            forbiddenBy: disabled ? (aria["aria-describedby"] ?? "") : undefined,
          }))}
          onChange={onChange}
        />
      </div>
    )}
  </Field>
);
