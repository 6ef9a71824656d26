import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { newHttpBinding, routeFields, type RouteFields } from "@ferrule/contract/resources/binding.ts";
import { httpMethods } from "@ferrule/contract/states.ts";
import { TriangleAlert } from "lucide-react";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { NumberField, SelectField, SwitchField, TextField } from "../../../components/form/fields.tsx";
import { Mono } from "../../../components/mono.tsx";
import { routeName } from "../discovery/served.ts";
import type { HttpBinding } from "./binding.ts";
import { BindingForm, type BindingFormGiven } from "./binding-form.tsx";
import { BodyFields } from "./body-fields.tsx";
import { CallersNote } from "./callers-note.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FunctionField } from "./function-field.tsx";
import { LeaveField } from "./leave-field.tsx";
import { RoutePreview } from "./route-preview.tsx";
import { useCallers } from "./use-callers.ts";

type Values = Omit<RouteFields, "functionId"> & { functionId?: string | undefined };

const idempotencyChoices: { value: HttpBinding["idempotency"]; label: string }[] = choicesOf({
  off: "Ignored",
  optional: "Honored when sent",
  required: "Required",
});

const unset = newHttpBinding.omit({ functionId: true }).parse({ method: "GET", path: "/" });

function MoveNote({ values, binding, endpointId }: { values: Values; binding: HttpBinding; endpointId: string }) {
  const callers = useCallers(endpointId, binding);
  return (
    <div role="alert" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5">
      <p className="flex items-start gap-1.5 text-sm">
        <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warn" />
        <span>
          With the next deployment <Mono className="font-semibold">{routeName(binding)}</Mono> answers 404; callers must
          use <Mono className="font-semibold">{routeName(values)}</Mono>.
        </span>
      </p>
      <CallersNote callers={callers} />
    </div>
  );
}

/** Fields that depend on the method: a GET has no body, and may always be repeated. */
const MethodFields = ({ method, bodyType }: Pick<Values, "method" | "bodyType">) =>
  method === "GET" ? (
    <SwitchField name="etag" label="ETag" hint="Callers that have the answer already get 304." />
  ) : (
    <>
      <BodyFields bodyType={bodyType} />
      <SelectField
        name="idempotency"
        label="Idempotency-Key"
        choices={idempotencyChoices}
        hint="A request that is sent again with the same key gets the first answer for 24 hours."
      />
    </>
  );

/** Binds a Function as a route, or edits the binding. */
export const HttpBindingForm = ({ functionId, ...given }: BindingFormGiven<HttpBinding>) => (
  <BindingForm<Values>
    {...given}
    word="route"
    initial={given.binding ? pickFields(routeFields, given.binding) : { ...unset, functionId }}
    fields={(values) => (
      <>
        <FunctionField />
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <SelectField name="method" label="Method" choices={httpMethods.map((value) => ({ value, label: value }))} />
          <TextField name="path" label="Path" mono placeholder="/orders/{orderId}" />
        </div>
        {given.binding !== null && routeName(values) !== routeName(given.binding) && (
          <MoveNote values={values} binding={given.binding} endpointId={given.endpoint.id} />
        )}
        <DescriptionField functionId={values.functionId} hint="Shown in the OpenAPI document." />
        <MethodFields {...values} />
        <DeliveryFields rule={values.delivery} />
        {values.delivery === null && <LeaveField isRead={values.method === "GET"} />}
        <NumberField
          name="successStatus"
          label="Success status"
          hint="200 to 299. A Function can return another status with ctx.http.respond."
        />
      </>
    )}
    seen="What callers see"
    preview={(values) => <RoutePreview functionId={values.functionId} route={values} endpoint={given.endpoint} />}
  />
);
