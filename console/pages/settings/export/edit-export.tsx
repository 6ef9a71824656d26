import { ifMatch } from "../../../api/if-match.ts";
import { useAction } from "../../../api/use-action.ts";
import { SwitchField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { SecretField } from "../../../components/form/secret-field.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { exportForm, givenOf, shownOf, type Export } from "./export-form.ts";

/** The receiver of audit events and executions, and how Ferrule authenticates there. */
export function EditExport({ data, onClose }: { data: Export; onClose: () => void }) {
  const save = useAction("updateExport", {
    onSuccess: () => {
      toast("The export was saved", "Test it before you rely on it.");
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Continuous export"
      description="Ferrule sends lines of JSON by POST. Each kind begins with the entries that are recorded after you switch it on."
      submit="Save"
      schema={exportForm}
      initial={shownOf(data)}
      onSubmit={(values) => save.mutateAsync({ body: givenOf(values), headers: ifMatch(data.revision) })}
    >
      <TextField
        name="url"
        label="Receiver"
        type="url"
        mono
        autoFocus
        hint="Such as https://logs.example.com/ferrule."
      />
      <SwitchField name="auditEvents" label="Audit events" hint="Of the whole installation." />
      <SwitchField name="executions" label="Executions" hint="Of all Projects, masked as in the console." />
      <SecretField
        name="authorization"
        label="Authorization"
        optional
        hint={
          data.withHeader
            ? "Leave it empty to keep the present one. A new receiver needs it again."
            : "The value of the header, such as Bearer followed by a key. Stored encrypted, and never shown again."
        }
      />
      {data.withHeader && <SwitchField name="forgetAuthorization" label="Forget the present authorization" />}
      <TextField name="headerName" label="Header of the authorization" mono hint="Usually authorization." />
    </FormDialog>
  );
}
