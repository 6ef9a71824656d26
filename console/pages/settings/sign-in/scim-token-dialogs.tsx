import { scimTokenOperations } from "@ferrule/contract/operations/scim-tokens.ts";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { SelectField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { ShownOnceDialog } from "../../../components/overlay/shown-once.tsx";
import type { ProviderRow } from "./provider-form.ts";

export type ScimToken = AnswerOf<"getDirectory">["tokens"][number];
type Issued = AnswerOf<"createScimToken">;

interface Of {
  provider: ProviderRow;
  onClose: () => void;
}
interface OfToken extends Of {
  token: ScimToken;
}

const Shown = ({ issued, title, onClose }: { issued: Issued; title: string; onClose: () => void }) => (
  <ShownOnceDialog title={title} label="SCIM token" value={issued.value} onClose={onClose}>
    Copy it now. It is not shown again. Enter it at the provider, together with the base URL <Mono>{issued.url}</Mono>.
  </ShownOnceDialog>
);

/** Makes a token, then shows its value once. */
export function NewScimToken({ provider, onClose }: Of) {
  const [issued, setIssued] = useState<Issued | null>(null);
  if (issued) return <Shown issued={issued} title={`${issued.name} was created`} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={`New SCIM token for ${provider.name}`}
      description="With it, the provider makes, changes and disables users here, and keeps groups. It opens nothing else."
      submit="Create token"
      schema={scimTokenOperations.createScimToken.body}
      initial={{ name: "Provisioning" }}
      onSubmit={async (values) => {
        const body = scimTokenOperations.createScimToken.body.parse(values);
        setIssued(await api.createScimToken({ params: { providerId: provider.id }, body }));
      }}
    >
      <TextField name="name" label="Name" hint="What uses it, for example Okta provisioning." autoFocus />
    </FormDialog>
  );
}

const overlaps = [
  { value: "0", label: "At once" },
  { value: "3600", label: "After an hour" },
  { value: "86400", label: "After a day" },
  { value: "604800", label: "After a week" },
];

/** Gives a token a new value, then shows it once. */
export function RotateScimToken({ provider, token, onClose }: OfToken) {
  const [issued, setIssued] = useState<Issued | null>(null);
  if (issued) return <Shown issued={issued} title={`${issued.name} has a new value`} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${token.name}?`}
      description="The token gets a new value. Enter it at the provider before the old one ends."
      submit="Rotate token"
      schema={z.object({ overlap: z.string() })}
      initial={{ overlap: "86400" }}
      onSubmit={async ({ overlap }) => {
        const params = { providerId: provider.id, tokenId: token.id };
        setIssued(await api.rotateScimToken({ params, body: { overlapSeconds: Number(overlap) } }));
      }}
    >
      <SelectField name="overlap" label="The old value ends" choices={overlaps} />
    </FormDialog>
  );
}

/** Ends a token. */
export function RemoveScimToken({ provider, token, onClose }: OfToken) {
  return (
    <ConfirmAction
      operation="deleteScimToken"
      input={{ params: { providerId: provider.id, tokenId: token.id } }}
      done={[`${token.name} was removed`]}
      onClose={onClose}
      title={`Remove ${token.name}?`}
      consequences={["The provider can send no more changes with it.", "Users and groups stay as they are now."]}
      confirmLabel="Remove token"
    />
  );
}
