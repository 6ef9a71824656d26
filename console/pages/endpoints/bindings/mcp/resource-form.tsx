import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { mcpFields } from "@ferrule/contract/resources/binding.ts";
import { useOperation } from "../../../../api/use-operation.ts";
import { TextField } from "../../../../components/form/fields.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";
import { BindingForm, type BindingFormGiven } from "../binding-form.tsx";
import type { McpBinding } from "../binding.ts";
import { DescriptionField } from "../description-field.tsx";
import { FunctionField } from "../function-field.tsx";
import { LeaveField } from "../leave-field.tsx";
import { toolNameOf } from "../tool-name.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { ContentField } from "./content-field.tsx";
import { IconFields, tidyIcons } from "./icon-fields.tsx";
import { NameNotes } from "./name-notes.tsx";
import { ResourcePreview } from "./resource-preview.tsx";
import { resourceProblems, saidArguments, variablesOf, type ResourceValues } from "./resource-values.ts";
import { SourceField } from "./source-field.tsx";
import { VariableFields } from "./variable-fields.tsx";
import type { McpFormGiven } from "./mcp-form-given.ts";

const shape = mcpFields.omit({ kind: true, annotations: true, messages: true });

const unset: ResourceValues = {
  functionId: undefined,
  toolName: "",
  title: undefined,
  description: "",
  enabled: true,
  scope: undefined,
  whenClientLeaves: "auto",
  icons: [],
  uri: "",
  mimeType: "text/markdown",
  content: { text: "" },
  arguments: [],
  audience: [],
  priority: undefined,
};

/** A resource in its form: what is not set is undefined. */
const valuesOf = (binding: McpBinding): ResourceValues => {
  const { functionId, title, scope, uri, mimeType, content, priority, ...rest } = pickFields(shape, {
    ...binding,
    content: binding.content ?? null,
  });
  return {
    ...rest,
    functionId: functionId ?? undefined,
    title: title ?? undefined,
    scope: scope ?? undefined,
    uri: uri ?? "",
    mimeType: mimeType ?? undefined,
    content,
    priority: priority ?? undefined,
  };
};

/** What is sent: a Function or a content, and only what is said of variables that are there. */
const tidy =
  (isNew: boolean) =>
  (values: ResourceValues): Record<string, unknown> => ({
    ...values,
    ...(isNew ? { kind: "resource" } : {}),
    functionId: values.content === null ? values.functionId : undefined,
    arguments: saidArguments(values),
    icons: tidyIcons(values.icons),
  });

type PartProps = Omit<BindingFormGiven<McpBinding>, "functionId" | "onClose"> & { values: ResourceValues };

function ContentSource({ values }: { values: ResourceValues }) {
  const form = useFormApi();
  const hasVariables = variablesOf(values.uri).length > 0;
  return (
    <SourceField
      what="Where the content comes from"
      isKept={values.content !== null}
      keptDetail="A text or an image, up to 1 MiB, deployed and rolled back with everything else."
      functionDetail="It gets the variables of the URI and returns the content."
      keptReason={hasVariables ? "A URI with variables stands for many resources, so a Function returns them." : null}
      onChange={(isKept) => form.setFieldValue("content", isKept ? { text: "" } : null)}
    />
  );
}

function Fields({ values, binding, endpoint }: PartProps) {
  const form = useFormApi();
  const { content, uri, toolName } = values;
  return (
    <>
      <TextField
        name="uri"
        label="URI"
        mono
        placeholder="docs://handbook"
        hint="With {variables}, it is a template of many: orders://{orderId}"
      />
      <TextField name="toolName" label="Name" mono placeholder="handbook" />
      <NameNotes kind="resource" named={{ toolName, uri }} binding={binding} endpoint={endpoint} />
      <ContentSource values={values} />
      {content === null ? (
        <FunctionField
          onPick={({ slug }) => {
            if (binding === null && toolName === "") form.setFieldValue("toolName", toolNameOf(slug));
          }}
        />
      ) : (
        <ContentField content={content} />
      )}
      <TextField name="mimeType" label="Media type" mono optional placeholder="text/markdown" />
      <VariableFields values={values} />
      <TextField name="title" label="Title" optional placeholder="The handbook" hint="Shown to people." />
      <DescriptionField
        functionId={content === null ? values.functionId : undefined}
        hint="People and models read this to decide whether to read it."
        isKept={content !== null}
      />
      <AudienceFields />
      <IconFields icons={values.icons} />
      {content === null && <LeaveField isRead />}
    </>
  );
}

function LoadedForm({ functionId, ...given }: McpFormGiven) {
  const { binding } = given;
  const fresh = { ...unset, ...(functionId === undefined ? {} : { functionId, content: null, mimeType: undefined }) };
  return (
    <BindingForm<ResourceValues>
      {...given}
      word="resource"
      fresh={{ title: "Offer a resource", submit: "Add resource" }}
      initial={binding === null ? fresh : valuesOf(binding)}
      taken="toolName"
      problemsOf={resourceProblems}
      tidy={tidy(binding === null)}
      fields={(values) => <Fields {...given} values={values} />}
      seen="What clients see"
      preview={(values) => <ResourcePreview values={values} saved={binding?.content ?? null} />}
    />
  );
}

/** Offers a resource, or edits it. Lists leave out kept contents, so it is read first. */
export function ResourceForm(given: McpFormGiven) {
  const { binding, endpoint } = given;
  const params = { endpointId: endpoint.id, bindingId: binding?.id ?? "" };
  const { data } = useOperation("getMcpBinding", { params }, { enabled: binding !== null });
  if (binding === null) return <LoadedForm {...given} />;
  return data === undefined ? null : <LoadedForm {...given} binding={data} />;
}
