import { toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import { bindingOperations } from "@ferrule/contract/operations/bindings.ts";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { Field } from "../../../components/form/field.tsx";
import { SwitchField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { ToolCard } from "../../functions/tool/tool-card.tsx";
import type { Endpoint } from "../endpoint.ts";
import { CallersNote } from "./callers-note.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FunctionField } from "./function-field.tsx";
import { LeaveField } from "./leave-field.tsx";
import { toolNameOf } from "./tool-name.ts";
import { useCallers } from "./use-callers.ts";
import { useContract } from "./use-contract.ts";

export type McpBinding = ItemOf<"listMcpBindings">;

const newBody = bindingOperations.createMcpBinding.body;
const patchBody = bindingOperations.updateMcpBinding.body;

interface Values {
  functionId?: string;
  toolName: string;
  title?: string | null;
  description: string;
  annotations: McpBinding["annotations"];
  enabled: boolean;
  scope?: string | null;
  whenClientLeaves: McpBinding["whenClientLeaves"];
  confirmRename?: boolean;
}

const hints = [
  { name: "readOnlyHint", label: "Read-only" },
  { name: "destructiveHint", label: "Destructive" },
  { name: "idempotentHint", label: "Idempotent" },
  { name: "openWorldHint", label: "Open world" },
] as const;
const answers = [
  { value: "", label: "not set" },
  { value: "true", label: "yes" },
  { value: "false", label: "no" },
] as const;

const initialOf = (binding: McpBinding | null, functionId: string | undefined): Values =>
  binding === null
    ? {
        ...(functionId === undefined ? {} : { functionId }),
        toolName: "",
        description: "",
        annotations: {},
        enabled: true,
        whenClientLeaves: "auto",
      }
    : {
        functionId: binding.functionId,
        toolName: binding.toolName,
        ...(binding.title === null ? {} : { title: binding.title }),
        description: binding.description,
        annotations: binding.annotations,
        enabled: binding.enabled,
        whenClientLeaves: binding.whenClientLeaves,
        ...(binding.scope === null ? {} : { scope: binding.scope }),
      };

function NameNotes({
  toolName,
  binding,
  endpointId,
}: {
  toolName: string;
  binding: McpBinding | null;
  endpointId: string;
}) {
  const isRenamed = binding !== null && toolName !== binding.toolName;
  const callers = useCallers(endpointId, isRenamed ? binding : null);
  return (
    <>
      {toolNameWarnings(toolName).map((warning) => (
        <p key={warning} className="flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {warning}
        </p>
      ))}
      {isRenamed && (
        <div role="alert" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5">
          <p className="text-sm">
            With the next deployment <code className="font-mono text-xs font-semibold">{binding.toolName}</code> is
            gone. Prompts, allowlists and code that use the old name stop working.
          </p>
          <CallersNote callers={callers} />
          <SwitchField name="confirmRename" label="Rename anyway" />
        </div>
      )}
    </>
  );
}

function Preview({ values, binding, endpoint }: { values: Values; binding: McpBinding | null; endpoint: Endpoint }) {
  const form = useFormApi();
  const { contract, slug, isOld } = useContract(values.functionId);
  if (contract === null || values.functionId === undefined) {
    return <p className="text-sm text-muted">Choose a Function to preview its tools/list entry.</p>;
  }
  const now = new Date().toISOString();
  const shown: McpBinding = {
    ...(binding ?? { id: "new", projectId: "", revision: 0, createdAt: now, updatedAt: now, warnings: [] }),
    endpointId: endpoint.id,
    functionId: values.functionId,
    toolName: values.toolName || slug,
    title: values.title ?? null,
    description: values.description,
    annotations: values.annotations,
    enabled: values.enabled,
    scope: values.scope ?? null,
    whenClientLeaves: values.whenClientLeaves,
  };
  return (
    <ToolCard
      slug={slug}
      contract={contract}
      tools={[{ endpoint, binding: shown }]}
      isOld={isOld}
      onFollow={() => form.setFieldValue("description", "")}
    />
  );
}

function Fields({ binding, endpoint }: { binding: McpBinding | null; endpoint: Endpoint }) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={(state) => state.values}>
      {(given) => {
        const values = given as unknown as Values;
        return (
          <div className="grid gap-6 md:grid-cols-2">
            <div className="grid content-start gap-4">
              <FunctionField
                onPick={({ slug }) => {
                  if (binding === null && values.toolName === "") form.setFieldValue("toolName", toolNameOf(slug));
                }}
              />
              <TextField name="toolName" label="Tool name" mono placeholder="look_up_order" />
              <NameNotes toolName={values.toolName} binding={binding} endpointId={endpoint.id} />
              <TextField name="title" label="Title" optional placeholder="Look up an order" hint="Shown to people." />
              <DescriptionField
                functionId={values.functionId}
                hint="The model reads this to decide when to call the tool."
              />
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
              <TextField
                name="scope"
                label="Scope"
                mono
                optional
                placeholder="orders:write"
                hint="Callers who sign in need this scope in their token. API keys do not."
              />
              <LeaveField isRead={values.annotations.readOnlyHint === true} />
              <SwitchField name="enabled" label="Enabled" hint="When off, the next deployment leaves the tool out." />
            </div>
            <section aria-label="Preview of tools/list" className="min-w-0">
              <h3 className="mb-2 text-xs font-medium text-muted">Preview of tools/list</h3>
              <div className="rounded-lg border border-line bg-surface p-4">
                <Preview values={values} binding={binding} endpoint={endpoint} />
              </div>
            </section>
          </div>
        );
      }}
    </form.Subscribe>
  );
}

/** Binds a Function as a tool, or edits the binding. */
export function McpBindingForm({
  endpoint,
  binding,
  functionId,
  onClose,
}: {
  endpoint: Endpoint;
  binding: McpBinding | null;
  functionId: string | undefined;
  onClose: () => void;
}) {
  const [initial] = useState(() => ({ ...initialOf(binding, functionId) }));
  const [revision] = useState(binding?.revision);
  const changes = ["listMcpBindings", "getRuntimeEndpoint"] as const;
  const create = useAction("createMcpBinding", { changes });
  const update = useAction("updateMcpBinding", { changes });
  const save = async (given: Record<string, unknown>) => {
    const params = { endpointId: endpoint.id };
    if (binding === null) {
      await create.mutateAsync({ params, body: newBody.parse(given) });
      toast("The tool was bound", "Callers see it with the next deployment");
    } else {
      await update.mutateAsync({
        params: { ...params, bindingId: binding.id },
        body: {
          ...patchBody.parse(given),
          title: (given as unknown as Values).title ?? null,
          scope: (given as unknown as Values).scope ?? null,
        },
        headers: { "if-match": `"${revision}"` },
      });
      toast("The tool was saved", "Callers see it with the next deployment");
    }
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={binding === null ? "Bind a Function as a tool" : `Edit ${binding.toolName}`}
      submit={binding === null ? "Bind tool" : "Save"}
      taken="toolName"
      schema={binding === null ? newBody : patchBody}
      initial={initial}
      onSubmit={save}
    >
      <Fields binding={binding} endpoint={endpoint} />
    </FormDialog>
  );
}
