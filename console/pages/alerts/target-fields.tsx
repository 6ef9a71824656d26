import type { AlertChannelKind } from "@ferrule/contract/resources/alert-channel.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { NumberField, SelectField, TextField } from "../../components/form/fields.tsx";
import { useFormApi } from "../../components/form/schema-form.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";

const tlsChoices = choicesOf({
  starttls: "STARTTLS (usually port 587)",
  implicit: "TLS (usually port 465)",
  off: "None",
});

const urlHints = {
  slack: "The URL of an incoming webhook: https://hooks.slack.com/services/…",
  teams: "The URL of a workflow: “When a Teams webhook request is received”.",
  discord: "The URL of a webhook: https://discord.com/api/webhooks/…",
  webhook: "Ferrule posts JSON there.",
} as const;

const EmailFields = () => (
  <>
    <TextField name="to" label="To" hint="Addresses, with commas between." />
    <TextField name="from" label="From" type="email" />
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField name="host" label="Mail server" mono hint="Such as smtp.example.com." />
      <NumberField name="port" label="Port" />
    </div>
    <SelectField name="tls" label="TLS" choices={tlsChoices} />
    <TextField name="username" label="User name" mono />
    <SecretField name="password" label="Password" hint="Stored encrypted, and never shown again." />
  </>
);

function FieldsOf({ kind }: { kind: AlertChannelKind }) {
  if (kind === "email") return <EmailFields />;
  if (kind === "pagerduty")
    return (
      <>
        <SecretField
          name="routingKey"
          label="Integration key"
          hint="Of a service with the integration “Events API v2”."
        />
        <TextField
          name="url"
          label="Events API"
          mono
          hint="Leave it empty for the US region. In the EU it is https://events.eu.pagerduty.com/v2/enqueue."
        />
      </>
    );
  return (
    <>
      <SecretField name="url" label="URL" hint={urlHints[kind]} />
      {kind === "webhook" && (
        <SecretField
          name="secret"
          label="Signing secret"
          hint="Your receiver checks signatures with it (Standard Webhooks). Copy it now: it is never shown again."
        />
      )}
    </>
  );
}

/** The fields that say where a channel of the chosen kind leads. */
export function TargetFields() {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values}>
      {({ kind, changesTarget }) => changesTarget === true && <FieldsOf kind={kind as AlertChannelKind} />}
    </form.Subscribe>
  );
}
