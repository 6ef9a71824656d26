import type { ReactNode } from "react";
import { Field, type FieldProps } from "./field.tsx";

interface RadioChoice {
  value: string;
  label: string;
  detail: ReactNode;
  /** Why it cannot be chosen. */
  disabledReason?: string | null;
  /** Cannot be chosen, for a reason that the field's hint says. */
  disabled?: boolean;
}

/** One of a few that need a sentence each to choose from. */
export const RadioField = ({ choices, ...field }: FieldProps & { choices: readonly RadioChoice[] }) => (
  <Field {...field}>
    {({ value, onChange, id, ...aria }) => (
      <div id={id} role="radiogroup" aria-label={field.label} {...aria} className="grid gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken"
          >
            <input
              type="radio"
              name={`${id}-${field.name}`}
              className="mt-1"
              checked={value === choice.value}
              disabled={choice.disabled === true || Boolean(choice.disabledReason)}
              onChange={() => onChange(choice.value)}
            />
            <span className="min-w-0">
              <span className="block font-medium">{choice.label}</span>
              <span className="block text-xs text-muted">{choice.detail}</span>
              {choice.disabledReason && (
                <span className="block text-xs text-muted italic">{choice.disabledReason}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    )}
  </Field>
);
