import { NumberField, SelectField, SwitchField, TextAreaField } from "../../components/form/fields.tsx";
import { tlsNames } from "./kind-names.ts";

const tlsChoices = (["verify", "require", "off"] as const).map((value) => ({ value, label: tlsNames[value] }));

/** The fields that creating and editing a connection share, apart from the URL. */
export const ConnectionFields = () => (
  <>
    <SelectField name="tls" label="TLS" choices={tlsChoices} />
    <TextAreaField
      name="caCertificate"
      label="Certificate authority"
      hint="In PEM form. Leave empty if a public authority signed the server's certificate."
      optional
      mono
      rows={3}
      placeholder="-----BEGIN CERTIFICATE-----"
    />
    <SwitchField name="readOnly" label="Read-only" hint="Statements run in read-only transactions." />
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <NumberField name="statementTimeoutMs" label="Statement timeout" unit="ms" />
      <NumberField name="poolSize" label="Pool size" unit="connections" />
      <NumberField name="maxRows" label="Most rows" unit="rows" />
      <NumberField name="maxBytes" label="Most bytes" unit="bytes" />
    </div>
  </>
);

/** Converts the form's values for the API: an empty certificate means none, and an empty URL leaves it unchanged. */
export function givenSettings(values: Record<string, unknown>): Record<string, unknown> {
  const { caCertificate, url, ...rest } = values;
  return {
    ...rest,
    ...(typeof url === "string" && url.trim() !== "" ? { url: url.trim() } : {}),
    caCertificate: typeof caCertificate === "string" && caCertificate.trim() !== "" ? caCertificate : null,
  };
}
