import { Switch } from "@base-ui/react/switch";
import { useState } from "react";
import { classNames } from "../../components/class-names.ts";
import { Labelled, type Control as Aria } from "../../components/form/labelled.tsx";
import { inputClass } from "../../components/input-class.ts";
import { Select } from "../../components/choose/select.tsx";
import type { Parameter } from "./parameters.ts";

interface ParameterFieldProps {
  parameter: Parameter;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

/** Names for invisible characters. */
const choiceText = (value: string) =>
  ({ "\t": "Tab", ",": "Comma ,", ";": "Semicolon ;", "|": "Bar |" })[value] ?? value;

interface ControlProps extends ParameterFieldProps {
  aria: Aria;
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
          // We send it as typed, so that the server refuses it at this field.
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
export const ParameterField = (props: ParameterFieldProps) => {
  const { parameter, problem } = props;
  return (
    <Labelled label={parameter.label} {...(problem === undefined ? { hint: parameter.description } : { problem })}>
      {(aria) => <Control {...props} aria={aria} />}
    </Labelled>
  );
};
