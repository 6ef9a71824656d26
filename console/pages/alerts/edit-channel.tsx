import { newAlertChannel } from "@ferrule/contract/resources/alert-channel.ts";
import { ifMatch } from "../../api/if-match.ts";
import { useAction } from "../../api/use-action.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { SelectField, SwitchField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { bodyOf, channelForm, kindNames, shownOf, type Channel } from "./channel-form.ts";
import { TargetFields } from "./target-fields.tsx";

const kindChoices = choicesOf(kindNames);
const environmentChoices = choicesOf({ production: "Production", development: "Development", both: "Both" });

/** Adds a channel, or changes one. Where it leads stays unless the user enters it again. */
export function EditChannel({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const save = useAction("updateAlertChannel");
  const add = useAction("createAlertChannel");
  return (
    <FormDialog
      onClose={onClose}
      title={channel === null ? "New channel" : `Edit ${channel.name}`}
      description="Where it leads is stored encrypted, and nobody can view it again."
      submit={channel === null ? "Add channel" : "Save changes"}
      taken="name"
      schema={channelForm}
      initial={shownOf(channel)}
      onSubmit={async (values) => {
        const body = bodyOf(values);
        if (channel === null) await add.mutateAsync({ body: newAlertChannel.parse(body) });
        else await save.mutateAsync({ params: { channelId: channel.id }, body, headers: ifMatch(channel.revision) });
        toast(`${body.name} was saved`, "Test it before you rely on it.");
        onClose();
      }}
    >
      <TextField name="name" label="Name" autoFocus hint="Such as On call." />
      {channel !== null && <SwitchField name="changesTarget" label="Enter anew where it leads" />}
      <SelectField name="kind" label="Kind" choices={kindChoices} />
      <TargetFields />
      <SelectField name="environments" label="Alerts of" choices={environmentChoices} />
      <SwitchField name="keepsQuiet" label="Keep quiet hours" hint="Off for whoever must be woken." />
      <SwitchField name="enabled" label="On" />
    </FormDialog>
  );
}
