import type { McpArgument } from "@ferrule/contract/resources/mcp-fields.ts";
import { SwitchField, TextField } from "../../../../components/form/fields.tsx";
import { EntryFields } from "./entry-fields.tsx";
import { ValuesField } from "./values-field.tsx";

/** The arguments of a prompt, in the order in which clients ask for them. */
export const ArgumentFields = ({ given, isKept }: { given: readonly McpArgument[]; isKept: boolean }) => (
  <EntryFields<McpArgument>
    name="arguments"
    label="Arguments"
    hint={
      isKept ? "A message names one as {{argument}}." : "Without any, they are the properties of the Function's input."
    }
    entries={given}
    word="argument"
    added={{ name: "", required: true }}
    most={50}
    isOrdered
  >
    {(argument, name, place) => (
      <>
        <TextField name={`${name}.name`} label="Name" mono placeholder="orderId" />
        <TextField name={`${name}.description`} label="Description" optional placeholder="The number on the invoice." />
        <SwitchField name={`${name}.required`} label="Required" />
        <ValuesField
          // The text belongs to the argument, also after it was moved.
          key={`${place} ${argument.name}`}
          name={`${name}.values`}
          hint="One on each line. Clients offer them while a person types."
        />
      </>
    )}
  </EntryFields>
);
