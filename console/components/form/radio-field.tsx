import type { ReactNode } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { RadioChoice } from "./radio-choice.tsx";

interface RadioChoice {
  value: string;
  label: string;
  detail: ReactNode;
  /** Why it cannot be chosen. */
  disabledReason?: string | null;
  /** Disables the field, for a reason that its hint gives. */
  disabled?: boolean;
}

/** Picks one of a few values that each need a sentence of explanation. */
export const RadioField = ({ choices, ...field }: FieldProps & { choices: readonly RadioChoice[] }) => (
  <Field {...field}>
    {({ value, onChange, id, ...aria }) => (
      <div id={id} role="radiogroup" aria-label={field.label} {...aria} className="grid gap-1.5">
        {choices.map((choice) => (
          <RadioChoice
            key={choice.value}
            name={`${id}-${field.name}`}
            label={choice.label}
            detail={choice.detail}
            isChosen={value === choice.value}
            disabledReason={choice.disabledReason}
            forbiddenBy={choice.disabled === true ? (aria["aria-describedby"] ?? "") : undefined}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </div>
    )}
  </Field>
);
