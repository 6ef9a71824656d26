import { Switch } from "@base-ui/react/switch";
import type { HTMLInputAutoCompleteAttribute } from "react";
import { classNames } from "../class-names.ts";
import { Combobox } from "../choose/combobox.tsx";
import type { PickSource } from "../choose/pick-source.ts";
import { Picker } from "../choose/picker.tsx";
import { Select, type Choice } from "../choose/select.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { inputClass } from "../input-class.ts";

interface TextFieldProps extends FieldProps {
  type?: "text" | "password" | "email" | "url" | "datetime-local";
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** For names and identifiers. */
  mono?: boolean;
  autoFocus?: boolean;
  maxLength?: number;
  /** Called when the user types, not when the form fills in the field. */
  onTyped?: (text: string) => void;
}

const asText = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** One line of text. */
export const TextField = ({
  type = "text",
  placeholder,
  autoComplete = "off",
  mono = false,
  autoFocus = false,
  maxLength,
  onTyped,
  ...field
}: TextFieldProps) => (
  <Field {...field} isSecret={type === "password"}>
    {({ value, onChange, ...control }) => (
      <input
        {...control}
        type={type}
        placeholder={placeholder}
        autoComplete={autoComplete}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do in what has just opened
        autoFocus={autoFocus}
        maxLength={maxLength}
        spellCheck={mono ? false : undefined}
        className={classNames(inputClass, mono && "font-mono")}
        value={asText(value)}
        onChange={({ target }) => {
          onChange(target.value === "" && field.optional === true ? undefined : target.value);
          onTyped?.(target.value);
        }}
      />
    )}
  </Field>
);

/** Several lines of text. */
export const TextAreaField = ({
  rows = 4,
  mono = false,
  placeholder,
  ...field
}: FieldProps & { rows?: number; mono?: boolean; placeholder?: string }) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, ...control }) => (
      <textarea
        {...control}
        rows={rows}
        placeholder={placeholder}
        spellCheck={mono ? false : undefined}
        className={classNames(inputClass, "h-auto py-1.5 leading-5", mono && "font-mono")}
        value={asText(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

/** A whole number, with its unit behind it. */
export const NumberField = ({ unit, ...field }: FieldProps & { unit?: string }) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, ...control }) => (
      <div className="flex items-center gap-2">
        <input
          {...control}
          inputMode="numeric"
          className={classNames(inputClass, "max-w-40 text-right")}
          value={asText(value)}
          onChange={({ target }) =>
            onChange(
              /^-?\d+$/.test(target.value) ? Number(target.value) : target.value === "" ? undefined : target.value,
            )
          }
        />
        {unit !== undefined && <span className="text-sm text-muted">{unit}</span>}
      </div>
    )}
  </Field>
);

/** Picks one of a few values. */
export const SelectField = <V extends string>({
  choices,
  ...field
}: FieldProps & { choices: readonly Choice<V>[] }) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, id, ...control }) => (
      <Select {...control} id={id} value={value as V} choices={choices} onChange={onChange} />
    )}
  </Field>
);

/** Picks one of many by typing. */
export const ComboboxField = ({
  choices,
  placeholder,
  ...field
}: FieldProps & { choices: readonly Choice<string>[]; placeholder?: string }) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, ...control }) => (
      <Combobox
        {...control}
        value={typeof value === "string" ? value : null}
        choices={choices}
        onChange={onChange}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    )}
  </Field>
);

/**
 * Picks one of any number of values, which the server searches. `onPick` gets the choice with its other known fields.
 */
export const PickerField = ({
  source,
  placeholder,
  onPick,
  ...field
}: FieldProps & { source: PickSource; placeholder?: string; onPick?: (choice: Choice<string>) => void }) => (
  <Field {...field} isSecret={false}>
    {({ value, onChange, ...control }) => (
      <Picker
        {...control}
        source={source}
        value={typeof value === "string" && value !== "" ? value : null}
        onChange={(next, choice) => {
          onChange(next);
          onPick?.(choice);
        }}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    )}
  </Field>
);

interface SwitchControlProps {
  id: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** The switch of a `Field` whose value is not a boolean. */
export const SwitchControl = ({ onChange, ...control }: SwitchControlProps) => (
  <Switch.Root
    {...control}
    onCheckedChange={onChange}
    className="relative h-5 w-9 rounded-full border pointer-coarse:before:absolute pointer-coarse:before:-inset-x-1 pointer-coarse:before:-inset-y-3 border-control bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent"
  >
    <Switch.Thumb className="block size-4 translate-x-px rounded-full bg-control transition-[translate,background-color] data-checked:translate-x-[17px] data-checked:bg-surface" />
  </Switch.Root>
);

/** On or off; takes effect when the form is sent. */
export const SwitchField = (field: FieldProps) => (
  <Field {...field} isSecret={false}>
    {({ value, ...control }) => <SwitchControl {...control} checked={value === true} />}
  </Field>
);
