import type { Environment } from "@ferrule/contract/states.ts";
import { runtimeEndpointOperations } from "@ferrule/contract/operations/runtime-endpoints.ts";
import { api } from "../../../api/api.ts";
import { TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";

interface StopEndpointProps {
  endpoint: Endpoint;
  environment: Environment;
  onClose: () => void;
}

/** Stops the endpoint in one environment, with a reason for the others. */
export function StopEndpoint({ endpoint, environment, onClose }: StopEndpointProps) {
  const { body: schema } = runtimeEndpointOperations.stopRuntimeEndpoint;
  const place = environmentNames[environment];
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Stop ${endpoint.name} in ${place}?`}
      description="Within a second every call there gets 503. Running calls finish, deliveries wait, and nothing is deleted."
      submit={`Stop ${place}`}
      kind="danger"
      schema={schema}
      initial={{ environment, reason: "" }}
      onSubmit={async (values) => {
        await api.stopRuntimeEndpoint({ params: { endpointId: endpoint.id }, body: schema.parse(values) });
        toast(`${endpoint.name} is stopped in ${place}`);
        onClose();
      }}
    >
      <TextField name="reason" label="Reason" autoFocus hint="People in the console read it. Callers do not." />
    </FormDialog>
  );
}
