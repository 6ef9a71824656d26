import { runtimeEndpointOperations } from "@ferrule/contract/operations/runtime-endpoints.ts";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useAction } from "../../../api/use-action.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { NumberField, SelectField, TextAreaField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Endpoint } from "../endpoint.ts";

const { body } = runtimeEndpointOperations.updateRuntimeEndpoint;

const unknownArguments = choicesOf({ refuse: "Refuse the call", ignore: "Ignore them" });

/** Fields for MCP Endpoints only. */
const McpFields = () => (
  <>
    <TextAreaField
      name="instructions"
      label="Instructions"
      rows={4}
      hint="Clients pass these to the model: which tool to use when, units, and what to ask first."
    />
    <SelectField
      name="unknownArguments"
      label="Arguments that a tool does not know"
      choices={unknownArguments}
      hint="Some clients, such as n8n, add arguments of their own. A refusal shows a model that it used a wrong name."
    />
  </>
);

/** Edits the texts, which take effect with a deployment, and the limits, which take effect at once. */
export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [initial] = useState(() => ({
    name: endpoint.name,
    description: endpoint.description,
    instructions: endpoint.instructions,
    unknownArguments: endpoint.unknownArguments,
    limits: { ...endpoint.limits },
  }));
  const [revision] = useState(endpoint.revision);
  const update = useAction("updateRuntimeEndpoint", {
    onSuccess: () => {
      toast("The endpoint was saved");
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${endpoint.name}`}
      description="Limits apply within a second. All else reaches callers with the next deployment."
      submit="Save"
      schema={body}
      initial={initial}
      onSubmit={(values) =>
        update.mutateAsync({
          params: { endpointId: endpoint.id },
          body: body.parse(values),
          headers: ifMatch(revision),
        })
      }
    >
      <TextField name="name" label="Name" autoFocus />
      <TextAreaField name="description" label="Description" rows={2} hint="What it is for. Shown to people." />
      {endpoint.kind === "mcp" && <McpFields />}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField name="limits.requestsPerMinute" label="Rate" unit="requests a minute" />
        <NumberField
          name="limits.maxBodyBytes"
          label="Maximum body size"
          unit="bytes"
          hint="In bytes. The default is 1,048,576 (1 MiB) and the maximum 10,485,760 (10 MiB)."
        />
      </div>
    </FormDialog>
  );
}
