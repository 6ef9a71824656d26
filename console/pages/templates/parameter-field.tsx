import { Switch } from "@base-ui/react/switch";
import { useId, useState } from "react";
import { classNames } from "../../components/class-names.ts";
import { inputClass } from "../../components/input-class.ts";
import { Select } from "../../components/choose/select.tsx";
import type { Parameter } from "./parameters.ts";

interface ParameterFieldProps {
  parameter: Parameter;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

/** Names for characters that are invisible. */
const choiceText = (value: string) =>
  ({ "\t": "Tab", ",": "Comma ,", ";": "Semicolon ;", "|": "Bar |" })[value] ?? value;

interface ControlProps extends ParameterFieldProps {
  aria: { id: string; "aria-describedby": string; "aria-invalid": true | undefined };
}

function ObjectControl({ value, onChange, aria }: ControlProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  return (
    <textarea
      {...aria}
      rows={4}
      spellCheck={false}
      className={`${inputClass} h-auto py-1.5 font-mono leading-5`}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        try {
          onChange(JSON.parse(target.value) as unknown);
        } catch {
          // Sent as typed, so that the server refuses it at this field.
          onChange(target.value);
        }
      }}
    />
  );
}

function Control(props: ControlProps) {
  const { parameter, value, onChange, aria } = props;
  const { type, choices } = parameter;
  if (choices !== null)
    return (
      <Select
        {...aria}
        value={String(value)}
        choices={choices.map((one) => ({ value: one, label: choiceText(one) }))}
        onChange={onChange}
      />
    );
  if (type === "boolean")
    return (
      <Switch.Root
        {...aria}
        checked={value === true}
        onCheckedChange={onChange}
        className="relative h-5 w-9 rounded-full border border-control bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <Switch.Thumb className="block size-4 translate-x-px rounded-full bg-control transition-[translate,background-color] data-checked:translate-x-[17px] data-checked:bg-surface" />
      </Switch.Root>
    );
  if (type === "object" || type === "array") return <ObjectControl {...props} />;
  const isNumber = type === "integer" || type === "number";
  return (
    <input
      {...aria}
      inputMode={isNumber ? "numeric" : undefined}
      autoComplete="off"
      spellCheck={false}
      className={classNames(inputClass, isNumber && "max-w-40 text-right")}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      onChange={({ target }) =>
        onChange(isNumber && /^-?\d+(\.\d+)?$/.test(target.value) ? Number(target.value) : target.value)
      }
    />
  );
}

/** One parameter of a template. */
export function ParameterField(props: ParameterFieldProps) {
  const { parameter, problem } = props;
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {parameter.label}
      </label>
      <Control
        {...props}
        aria={{ id, "aria-describedby": `${id}-note`, "aria-invalid": problem === undefined ? undefined : true }}
      />
      <p id={`${id}-note`} className={problem === undefined ? "text-xs text-muted" : "text-xs font-medium text-bad"}>
        {problem ?? parameter.description}
      </p>
    </div>
  );
}
