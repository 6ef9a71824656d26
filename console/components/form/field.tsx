import type { ReactNode } from "react";
import { Labelled, type Control } from "./labelled.tsx";
import { useFormApi, useKeepable } from "./schema-form.tsx";

export interface FieldProps {
  /** The name in the schema; `limits.requestsPerMinute` for a nested one. */
  name: string;
  label: string;
  /** What to enter, with an example. */
  hint?: ReactNode;
  optional?: boolean;
}

interface FieldControl extends Control {
  value: unknown;
  onChange: (value: unknown) => void;
}

interface GivenProps extends FieldProps {
  /** False: what is typed here may be kept in this browser until the form is sent. */
  isSecret?: boolean;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A field of a form. The fields of `fields.tsx` are built from it; build others the same way. The form ignores blur: if
 * a problem disappeared when the focus leaves, everything below would move away from under the pointer.
 */
export function Field({ name, isSecret = true, children, ...labels }: GivenProps) {
  const form = useFormApi();
  const keepable = useKeepable();
  if (!isSecret) keepable.add(name);
  return (
    <form.Field name={name}>
      {(field) => (
        <Labelled
          {...labels}
          problem={(field.state.meta.errors as (string | undefined)[]).find((each) => each !== undefined)}
        >
          {(control) =>
            children({ ...control, value: field.state.value, onChange: (value) => field.handleChange(value) })
          }
        </Labelled>
      )}
    </form.Field>
  );
}
