import { bindingOperations } from "@ferrule/contract/operations/bindings.ts";
import { httpMethods } from "@ferrule/contract/states.ts";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { NumberField, SelectField, SwitchField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { routeName } from "../discovery/use-served.ts";
import type { Endpoint } from "../endpoint.ts";
import { BodyFields } from "./body-fields.tsx";
import { CallersNote } from "./callers-note.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FunctionField } from "./function-field.tsx";
import { LeaveField } from "./leave-field.tsx";
import { RoutePreview } from "./route-preview.tsx";
import { useCallers } from "./use-callers.ts";

export type HttpBinding = ItemOf<"listHttpBindings">;

const newBody = bindingOperations.createHttpBinding.body;
const patchBody = bindingOperations.updateHttpBinding.body;

interface Values {
  functionId?: string;
  method: HttpBinding["method"];
  path: string;
  description: string;
  enabled: boolean;
  scope?: string | null;
  successStatus: number;
  bodyType: HttpBinding["bodyType"];
  bodyProperty: string | null;
  idempotency: HttpBinding["idempotency"];
  etag: boolean;
  whenClientLeaves: HttpBinding["whenClientLeaves"];
  delivery: HttpBinding["delivery"];
}

const idempotencyChoices: { value: HttpBinding["idempotency"]; label: string }[] = [
  { value: "off", label: "Ignored" },
  { value: "optional", label: "Honored when sent" },
  { value: "required", label: "Required" },
];

const initialOf = (binding: HttpBinding | null, functionId: string | undefined): Values =>
  binding === null
    ? {
        ...(functionId === undefined ? {} : { functionId }),
        method: "GET",
        path: "/",
        description: "",
        enabled: true,
        successStatus: 200,
        bodyType: "json",
        bodyProperty: null,
        idempotency: "off",
        etag: false,
        whenClientLeaves: "auto",
        delivery: null,
      }
    : {
        functionId: binding.functionId,
        method: binding.method,
        path: binding.path,
        description: binding.description,
        enabled: binding.enabled,
        ...(binding.scope === null ? {} : { scope: binding.scope }),
        successStatus: binding.successStatus,
        bodyType: binding.bodyType,
        bodyProperty: binding.bodyProperty,
        idempotency: binding.idempotency,
        etag: binding.etag,
        whenClientLeaves: binding.whenClientLeaves,
        delivery: binding.delivery,
      };

function MoveNote({ values, binding, endpointId }: { values: Values; binding: HttpBinding; endpointId: string }) {
  const callers = useCallers(endpointId, binding);
  return (
    <div role="alert" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5">
      <p className="flex items-start gap-1.5 text-sm">
        <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warn" />
        <span>
          With the next deployment <code className="font-mono text-xs font-semibold">{routeName(binding)}</code> answers
          404; callers must use <code className="font-mono text-xs font-semibold">{routeName(values)}</code>.
        </span>
      </p>
      <CallersNote callers={callers} />
    </div>
  );
}

function Fields({ binding, endpoint }: { binding: HttpBinding | null; endpoint: Endpoint }) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={(state) => state.values}>
      {(given) => {
        const values = given as unknown as Values;
        return (
          <div className="grid gap-6 md:grid-cols-2">
            <div className="grid content-start gap-4">
              <FunctionField />
              <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
                <SelectField
                  name="method"
                  label="Method"
                  choices={httpMethods.map((value) => ({ value, label: value }))}
                />
                <TextField name="path" label="Path" mono placeholder="/orders/{orderId}" />
              </div>
              {binding !== null && routeName(values) !== routeName(binding) && (
                <MoveNote values={values} binding={binding} endpointId={endpoint.id} />
              )}
              <DescriptionField functionId={values.functionId} hint="Shown in the OpenAPI document." />
              {values.method !== "GET" && <BodyFields bodyType={values.bodyType} />}
              {values.method === "GET" ? (
                <SwitchField name="etag" label="ETag" hint="Callers that have the answer already get 304." />
              ) : (
                <SelectField
                  name="idempotency"
                  label="Idempotency-Key"
                  choices={idempotencyChoices}
                  hint="A request that is sent again with the same key gets the first answer for 24 hours."
                />
              )}
              <DeliveryFields rule={values.delivery} />
              {values.delivery === null && <LeaveField isRead={values.method === "GET"} />}
              <NumberField
                name="successStatus"
                label="Success status"
                hint="200 to 299. A Function can return another status with ctx.http.respond."
              />
              <TextField
                name="scope"
                label="Scope"
                mono
                optional
                placeholder="orders:write"
                hint="Callers who sign in need this scope in their token. API keys do not."
              />
              <SwitchField name="enabled" label="Enabled" hint="When off, the next deployment leaves the route out." />
            </div>
            <section aria-label="What callers see" className="min-w-0">
              <h3 className="mb-2 text-xs font-medium text-muted">What callers see</h3>
              <div className="rounded-lg border border-line bg-surface p-4">
                <RoutePreview
                  functionId={values.functionId}
                  route={values}
                  answersAtOnce={values.delivery !== null}
                  url={endpoint.urls.development}
                  needsKey={endpoint.policy.development.mode !== "none"}
                />
              </div>
            </section>
          </div>
        );
      }}
    </form.Subscribe>
  );
}

/** Binds a Function as a route, or edits the binding. */
export function HttpBindingForm({
  endpoint,
  binding,
  functionId,
  onClose,
}: {
  endpoint: Endpoint;
  binding: HttpBinding | null;
  functionId: string | undefined;
  onClose: () => void;
}) {
  const [initial] = useState(() => ({ ...initialOf(binding, functionId) }));
  const [revision] = useState(binding?.revision);
  const changes = ["listHttpBindings", "getRuntimeEndpoint"] as const;
  const create = useAction("createHttpBinding", { changes });
  const update = useAction("updateHttpBinding", { changes });
  const save = async (values: Record<string, unknown>) => {
    const given = { ...values, bodyProperty: values["bodyProperty"] ?? null, scope: values["scope"] ?? null };
    const params = { endpointId: endpoint.id };
    if (binding === null) {
      await create.mutateAsync({ params, body: newBody.parse(given) });
      toast("The route was bound", "Callers see it with the next deployment");
    } else {
      await update.mutateAsync({
        params: { ...params, bindingId: binding.id },
        body: patchBody.parse(given),
        headers: { "if-match": `"${revision}"` },
      });
      toast("The route was saved", "Callers see it with the next deployment");
    }
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={binding === null ? "Bind a Function as a route" : `Edit ${routeName(binding)}`}
      submit={binding === null ? "Bind route" : "Save"}
      schema={binding === null ? newBody : patchBody}
      initial={initial}
      onSubmit={save}
    >
      <Fields binding={binding} endpoint={endpoint} />
    </FormDialog>
  );
}
