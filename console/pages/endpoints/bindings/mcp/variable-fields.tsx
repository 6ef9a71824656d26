import type { McpArgument } from "@ferrule/contract/resources/mcp-fields.ts";
import { Field } from "../../../../components/form/field.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { inputClass } from "../../../../components/input-class.ts";
import { Mono } from "../../../../components/mono.tsx";
import { linesOf } from "./lines-of.ts";
import { argumentsOf, type ResourceValues } from "./resource-values.ts";

interface VariableProps {
  variable: McpArgument;
  onChange: (changed: McpArgument) => void;
}

const Variable = ({ variable, onChange }: VariableProps) => (
  <fieldset className="grid gap-3 rounded-md border border-line bg-sunken p-3">
    <legend className="quiet">{`Variable ${variable.name}`}</legend>
    <Mono className="text-sm font-semibold">{variable.name}</Mono>
    <Labelled label="Description" optional>
      {(control) => (
        <input
          {...control}
          className={inputClass}
          value={variable.description ?? ""}
          onChange={({ target }) =>
            onChange({ ...variable, description: target.value === "" ? undefined : target.value })
          }
        />
      )}
    </Labelled>
    <Labelled label="Values to offer" hint="One on each line. A Function with complete offers its own." optional>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          spellCheck={false}
          className={`${inputClass} h-auto py-1.5 leading-5`}
          defaultValue={(variable.values ?? []).join("\n")}
          onChange={({ target }) => onChange({ ...variable, values: linesOf(target.value) })}
        />
      )}
    </Labelled>
  </fieldset>
);

/** The variables of a URI template as they are parsed, and what clients show of them. */
export function VariableFields({ values }: { values: ResourceValues }) {
  const variables = argumentsOf(values);
  if (variables.length === 0) return null;
  return (
    <Field
      name="arguments"
      label="Variables"
      hint="The Function gets them as its input. Clients offer their values while a person types."
    >
      {({ id, onChange }) => (
        <div id={id} className="grid gap-2">
          {variables.map((variable) => (
            <Variable
              key={variable.name}
              variable={variable}
              onChange={(changed) =>
                onChange([...values.arguments.filter(({ name }) => name !== variable.name), changed])
              }
            />
          ))}
        </div>
      )}
    </Field>
  );
}
