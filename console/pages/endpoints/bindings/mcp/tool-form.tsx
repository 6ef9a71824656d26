import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { newTool, toolFields, type ToolFields } from "@ferrule/contract/resources/binding.ts";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { Field } from "../../../../components/form/field.tsx";
import { TextField } from "../../../../components/form/fields.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";
import { ToolCard } from "../../../functions/tool/tool-card.tsx";
import type { Endpoint } from "../../endpoint.ts";
import type { McpBinding } from "../binding.ts";
import { BindingForm } from "../binding-form.tsx";
import type { McpFormGiven } from "./mcp-form-given.ts";
import { DescriptionField } from "../description-field.tsx";
import { FunctionField } from "../function-field.tsx";
import { LeaveField } from "../leave-field.tsx";
import { IconFields, tidyIcons } from "./icon-fields.tsx";
import { NameNotes } from "./name-notes.tsx";
import { toolNameOf } from "../tool-name.ts";
import { useContract } from "../use-contract.ts";

type Values = Omit<ToolFields, "functionId"> & { functionId?: string | undefined };

interface PartProps {
  values: Values;
  binding: McpBinding | null;
  endpoint: Endpoint;
}

const hints = [
  { name: "readOnlyHint", label: "Read-only" },
  { name: "destructiveHint", label: "Destructive" },
  { name: "idempotentHint", label: "Idempotent" },
  { name: "openWorldHint", label: "Open world" },
] as const;
const answers = choicesOf({ "": "not set", true: "yes", false: "no" });

const unset = { ...newTool.omit({ functionId: true, toolName: true }).parse({}), toolName: "" };

const HintFields = () => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 text-sm font-medium">Client hints</legend>
    <div className="grid grid-cols-2 gap-3">
      {hints.map(({ name, label }) => (
        <Field key={name} name={`annotations.${name}`} label={label}>
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={value === undefined ? "" : value === true ? "true" : "false"}
              choices={answers}
              onChange={(next) => onChange(next === "" ? undefined : next === "true")}
            />
          )}
        </Field>
      ))}
    </div>
  </fieldset>
);

function Fields(props: PartProps) {
  const { values, binding } = props;
  const form = useFormApi();
  return (
    <>
      <FunctionField
        onPick={({ slug }) => {
          if (binding === null && values.toolName === "") form.setFieldValue("toolName", toolNameOf(slug));
        }}
      />
      <TextField name="toolName" label="Tool name" mono placeholder="look_up_order" />
      <NameNotes {...props} kind="tool" named={values} />
      <TextField name="title" label="Title" optional placeholder="Look up an order" hint="Shown to people." />
      <DescriptionField functionId={values.functionId} hint="The model reads this to decide when to call the tool." />
      <HintFields />
      <IconFields icons={values.icons} />
      <LeaveField isRead={values.annotations.readOnlyHint === true} />
    </>
  );
}

function Preview({ values, binding, endpoint }: PartProps) {
  const form = useFormApi();
  const { functionId } = values;
  const { contract, slug, isOld } = useContract(functionId);
  if (contract === null || functionId === undefined) {
    return <p className="text-sm text-muted">Choose a Function to preview its tools/list entry.</p>;
  }
  const unsaved = { id: "new", revision: 0 };
  const names = { toolName: values.toolName || slug, title: values.title ?? null };
  return (
    <ToolCard
      slug={slug}
      contract={contract}
      tools={[{ endpoint, binding: { ...(binding ?? unsaved), ...values, ...names } }]}
      isOld={isOld}
      onFollow={() => form.setFieldValue("description", "")}
    />
  );
}

const toolOf = ({ functionId, ...binding }: McpBinding): Values => ({
  ...pickFields(toolFields.omit({ functionId: true }), binding),
  functionId: functionId ?? undefined,
});

/** Binds a Function as a tool, or edits the binding. */
export const ToolForm = ({ functionId, ...given }: McpFormGiven) => (
  <BindingForm<Values>
    {...given}
    word="tool"
    initial={given.binding ? toolOf(given.binding) : { ...unset, functionId }}
    taken="toolName"
    tidy={(values) => ({ ...values, icons: tidyIcons(values.icons) })}
    fields={(values) => <Fields {...given} values={values} />}
    seen="Preview of tools/list"
    preview={(values) => <Preview {...given} values={values} />}
  />
);
