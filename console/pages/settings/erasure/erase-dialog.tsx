import { givenErasure } from "@ferrule/contract/resources/erasure.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { SelectField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { count } from "../../../components/format.ts";

type Given = (typeof givenErasure)["_output"];

const choices = choicesOf({ tenant: "A tenant", caller: "A caller" });

const words: Record<string, string> = {
  apiKeys: "API keys",
  crons: "Crons",
  executions: "Executions",
  deliveries: "Deliveries",
  runs: "Runs",
  cacheEntries: "Cache entries",
  records: "Records",
  grants: "Consents",
  sessions: "Sessions",
};

interface Counted {
  given: Given;
  counts: Record<string, number>;
}

function Confirm({ given, counts, onClose }: Counted & { onClose: () => void }) {
  return (
    <ConfirmAction
      operation="createErasure"
      input={{ body: given }}
      done={["The erasure has begun", "It goes on in the background."]}
      onClose={onClose}
      title={`Erase everything of ${given.name}?`}
      description="This cannot be undone. Backups keep it until they are removed."
      consequences={Object.entries(counts).map(([kind, found]) => `${words[kind] ?? kind}: ${count(found)}`)}
      typedName={given.name}
      confirmLabel="Erase it"
    />
  );
}

/** Asks for the tenant or caller to erase, counts the data, and has the user type the name. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const [counted, setCounted] = useState<Counted | null>(null);
  if (counted !== null) return <Confirm {...counted} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Erase a tenant or caller"
      description="First Ferrule counts what it would erase."
      submit="Count"
      schema={givenErasure}
      initial={{ subject: "tenant", name: "", reason: "" }}
      onSubmit={async (values) => {
        const given = givenErasure.parse(values);
        const { reason: _reason, ...subject } = given;
        const { counts } = await api.previewErasure({ body: subject });
        setCounted({ given, counts });
      }}
    >
      <SelectField name="subject" label="Whose" choices={choices} />
      <TextField
        name="name"
        label="Name"
        mono
        autoFocus
        hint="A tenant's id; or a caller's id, subject or e-mail address as executions show it."
      />
      <TextField name="reason" label="Reason" hint="It is kept, so it must not name the tenant or caller." />
    </FormDialog>
  );
}
