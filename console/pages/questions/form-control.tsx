import type { FormField } from "@ferrule/contract/mcp/questions/form-fields.ts";
import { readTyped } from "@ferrule/contract/mcp/questions/form-fields.ts";
import { Select } from "../../components/choose/select.tsx";
import { Labelled, type Control } from "../../components/form/labelled.tsx";
import { inputClass } from "../../components/input-class.ts";

interface FormControlProps {
  field: FormField;
  /** Undefined: it is left out. */
  value: unknown;
  problem: string | null;
  onChange: (value: unknown) => void;
}

type Inner = Omit<FormControlProps, "problem"> & { control: Control };

const inputTypes: Readonly<Record<string, string>> = { email: "email", uri: "url", date: "date" };

/** A text or a number, as it is typed. */
const TypedControl = ({ field, value, onChange, control }: Inner) => (
  <input
    {...control}
    type={inputTypes[field.format] ?? "text"}
    inputMode={field.kind === "number" || field.kind === "integer" ? "decimal" : undefined}
    placeholder={field.format === "date-time" ? "2030-01-31T12:00:00Z" : undefined}
    autoComplete="off"
    required={field.isRequired}
    className={inputClass}
    defaultValue={typeof value === "string" || typeof value === "number" ? String(value) : ""}
    onChange={({ target }) => onChange(readTyped(field, target.value))}
  />
);

function ChoiceControl({ field, value, onChange, control }: Inner) {
  const none = field.isRequired ? [{ value: "", label: "Choose…" }] : [{ value: "", label: "not set" }];
  return (
    <Select
      {...control}
      value={typeof value === "string" ? value : ""}
      choices={[...none, ...field.choices.map((one) => ({ value: one.value, label: one.title }))]}
      onChange={(next) => onChange(next === "" ? undefined : next)}
    />
  );
}

function ChoicesControl({ field, value, onChange, control }: Inner) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <div id={control.id} className="grid gap-0.5 rounded-md border border-line bg-raised px-2 py-1">
      {field.choices.map((one) => (
        <label key={one.value} className="flex min-h-7 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(one.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, one.value] : chosen.filter((each) => each !== one.value))
            }
          />
          {one.title}
        </label>
      ))}
    </div>
  );
}

const BooleanControl = ({ value, onChange, control }: Inner) => (
  <input
    {...control}
    type="checkbox"
    className="justify-self-start"
    checked={value === true}
    onChange={({ target }) => onChange(target.checked)}
  />
);

const controls = {
  text: TypedControl,
  number: TypedControl,
  integer: TypedControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
};

/** One field of a question's form. */
export function FormControl({ problem, ...inner }: FormControlProps) {
  const { title, description, isRequired, kind } = inner.field;
  const Inside = controls[kind];
  return (
    <Labelled
      label={title}
      hint={description === "" ? undefined : description}
      problem={problem}
      optional={!isRequired}
    >
      {(control) => <Inside {...inner} control={control} />}
    </Labelled>
  );
}
