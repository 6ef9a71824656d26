import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { mcpFields } from "@ferrule/contract/resources/binding.ts";
import { TextField } from "../../../../components/form/fields.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";
import { BindingForm, type BindingFormGiven } from "../binding-form.tsx";
import type { McpBinding } from "../binding.ts";
import { DescriptionField } from "../description-field.tsx";
import { FunctionField } from "../function-field.tsx";
import { LeaveField } from "../leave-field.tsx";
import { toolNameOf } from "../tool-name.ts";
import { ArgumentFields } from "./argument-fields.tsx";
import { IconFields, tidyIcons } from "./icon-fields.tsx";
import type { McpFormGiven } from "./mcp-form-given.ts";
import { MessageFields } from "./message-fields.tsx";
import { NameNotes } from "./name-notes.tsx";
import { PromptPreview } from "./prompt-preview.tsx";
import { promptProblems, type PromptValues } from "./prompt-values.ts";
import { SourceField } from "./source-field.tsx";

const shape = mcpFields.pick({
  functionId: true,
  toolName: true,
  title: true,
  description: true,
  enabled: true,
  scope: true,
  whenClientLeaves: true,
  icons: true,
  messages: true,
  arguments: true,
});

const unset: PromptValues = {
  functionId: undefined,
  toolName: "",
  title: undefined,
  description: "",
  enabled: true,
  scope: undefined,
  whenClientLeaves: "auto",
  icons: [],
  messages: [{ role: "user", text: "" }],
  arguments: [],
};

const valuesOf = (binding: McpBinding): PromptValues => {
  const { functionId, title, scope, ...rest } = pickFields(shape, binding);
  return { ...rest, functionId: functionId ?? undefined, title: title ?? undefined, scope: scope ?? undefined };
};

const withoutEmpty = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== "")) as Given;

/** What is sent: a Function or messages, and arguments without fields that are not set. */
const tidy =
  (isNew: boolean) =>
  (values: PromptValues): Record<string, unknown> => ({
    ...values,
    ...(isNew ? { kind: "prompt" } : {}),
    functionId: values.messages === null ? values.functionId : undefined,
    arguments: values.arguments.map((one) => ({ ...withoutEmpty(one), name: one.name })),
    icons: tidyIcons(values.icons),
  });

type PartProps = Omit<BindingFormGiven<McpBinding>, "functionId" | "onClose"> & { values: PromptValues };

function Fields({ values, binding, endpoint }: PartProps) {
  const form = useFormApi();
  const { messages, toolName } = values;
  return (
    <>
      <TextField
        name="toolName"
        label="Name"
        mono
        placeholder="review_order"
        hint="People often type it as a command."
      />
      <NameNotes kind="prompt" named={values} binding={binding} endpoint={endpoint} />
      <TextField name="title" label="Title" optional placeholder="Review an order" hint="Shown to people." />
      <SourceField
        what="Where the messages come from"
        isKept={messages !== null}
        keptDetail="Texts, in which {{argument}} stands for what the person enters."
        functionDetail="It gets the arguments and returns a text, or messages."
        onChange={(isKept) => form.setFieldValue("messages", isKept ? unset.messages : null)}
      />
      {messages === null && (
        <FunctionField
          onPick={({ slug }) => {
            if (binding === null && toolName === "") form.setFieldValue("toolName", toolNameOf(slug));
          }}
        />
      )}
      <ArgumentFields given={values.arguments} isKept={messages !== null} />
      {messages !== null && <MessageFields messages={messages} given={values.arguments} />}
      <DescriptionField
        functionId={messages === null ? values.functionId : undefined}
        hint="People read this when they choose it."
        isKept={messages !== null}
      />
      <IconFields icons={values.icons} />
      {messages === null && <LeaveField isRead={false} />}
    </>
  );
}

/** Offers a prompt, or edits it. */
export function PromptForm({ functionId, ...given }: McpFormGiven) {
  const { binding } = given;
  const fresh = { ...unset, ...(functionId === undefined ? {} : { functionId, messages: null }) };
  return (
    <BindingForm<PromptValues>
      {...given}
      word="prompt"
      fresh={{ title: "Offer a prompt", submit: "Add prompt" }}
      initial={binding === null ? fresh : valuesOf(binding)}
      taken="toolName"
      problemsOf={promptProblems}
      tidy={tidy(binding === null)}
      fields={(values) => <Fields {...given} values={values} />}
      seen="What clients see"
      preview={(values) => <PromptPreview values={values} saved={binding?.messages ?? null} />}
    />
  );
}
