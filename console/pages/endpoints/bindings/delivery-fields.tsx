import { deliveryRule, type DeliveryRule } from "@ferrule/contract/resources/delivery.ts";
import { NumberField, SelectField, SwitchControl, TextField } from "../../../components/form/fields.tsx";
import { Field } from "../../../components/form/field.tsx";

const choices: { value: DeliveryRule["idFrom"]; label: string; detail: string }[] = [
  {
    value: "sender",
    label: "The sender's own id",
    detail: "Stripe, GitHub, Slack, Shopify, Twilio, Standard Webhooks",
  },
  { value: "header", label: "A header", detail: "that you name" },
  { value: "body", label: "A field of the JSON body", detail: "by its pointer" },
  { value: "content", label: "The content", detail: "the same body is the same delivery" },
];

/** Whether a route responds at once and runs later, and how often it is tried. */
export function DeliveryFields({ rule }: { rule: DeliveryRule | null }) {
  const isNamed = rule?.idFrom === "header" || rule?.idFrom === "body";
  return (
    <>
      <Field
        name="delivery"
        label="Answer at once and run later"
        hint="Callers get 202 when the request is stored. Ferrule then runs it until it succeeds, and never again after that."
      >
        {({ value, onChange, ...control }) => (
          <SwitchControl
            {...control}
            checked={value !== null}
            onChange={(isOn) => onChange(isOn ? deliveryRule.parse({}) : null)}
          />
        )}
      </Field>
      {rule !== null && (
        <div className="grid gap-4 border-l-2 border-line pl-4">
          <SelectField
            name="delivery.idFrom"
            label="Delivery ID"
            choices={choices}
            hint="A request whose id came before gets an answer, but is not run again."
          />
          {isNamed && (
            <TextField
              name="delivery.idName"
              label={rule.idFrom === "header" ? "Header" : "JSON pointer"}
              mono
              placeholder={rule.idFrom === "header" ? "X-Event-Id" : "/event/id"}
            />
          )}
          <NumberField name="delivery.maxAttempts" label="Attempts" unit="in all" />
          <NumberField
            name="delivery.backoffMs"
            label="Pause before the second attempt"
            unit="ms"
            hint="It doubles with each attempt."
          />
          <NumberField name="delivery.horizonSeconds" label="Give up after" unit="seconds" />
        </div>
      )}
    </>
  );
}
