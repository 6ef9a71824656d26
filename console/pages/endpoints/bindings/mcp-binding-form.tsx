import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { newTool, toolFields, type ToolFields } from "@ferrule/contract/resources/binding.ts";
import { toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { Select } from "../../../components/choose/select.tsx";
import { Field } from "../../../components/form/field.tsx";
import { SwitchField, TextField } from "../../../components/form/fields.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { Mono } from "../../../components/mono.tsx";
import { Warning } from "../../../components/warning.tsx";
import { ToolCard } from "../../functions/tool/tool-card.tsx";
import type { Endpoint } from "../endpoint.ts";
import type { McpBinding } from "./binding.ts";
import { BindingForm, type BindingFormGiven } from "./binding-form.tsx";
import { CallersNote } from "./callers-note.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FunctionField } from "./function-field.tsx";
import { LeaveField } from "./leave-field.tsx";
import { toolNameOf } from "./tool-name.ts";
import { useCallers } from "./use-callers.ts";
import { useContract } from "./use-contract.ts";

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

function NameNotes({ values: { toolName }, binding, endpoint }: PartProps) {
  const isRenamed = binding !== null && toolName !== binding.toolName;
  const callers = useCallers(endpoint.id, isRenamed ? binding : null);
  return (
    <>
      {toolNameWarnings(toolName).map((warning) => (
        <div key={warning} className="text-xs">
          <Warning>{warning}</Warning>
        </div>
      ))}
      {isRenamed && (
        <div role="alert" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5">
          <p className="text-sm">
            With the next deployment <Mono className="font-semibold">{binding.toolName}</Mono> is gone. Prompts,
            allowlists and code that use the old name stop working.
          </p>
          <CallersNote callers={callers} />
          <SwitchField name="confirmRename" label="Rename anyway" />
        </div>
      )}
    </>
  );
}

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
      <NameNotes {...props} />
      <TextField name="title" label="Title" optional placeholder="Look up an order" hint="Shown to people." />
      <DescriptionField functionId={values.functionId} hint="The model reads this to decide when to call the tool." />
      <HintFields />
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
export const McpBindingForm = ({ functionId, ...given }: BindingFormGiven<McpBinding>) => (
  <BindingForm<Values>
    {...given}
    initial={given.binding ? toolOf(given.binding) : { ...unset, functionId }}
    taken="toolName"
    fields={(values) => <Fields {...given} values={values} />}
    seen="Preview of tools/list"
    preview={(values) => <Preview {...given} values={values} />}
  />
);
