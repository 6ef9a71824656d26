import { quietHours } from "@ferrule/contract/resources/alert.ts";
import { z } from "zod";
import { ifMatch } from "../../api/if-match.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { SwitchField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";

const fields = z.object({ isOn: z.boolean(), from: z.string(), to: z.string(), timezone: z.string() });
const given = ({ isOn: _isOn, ...hours }: z.output<typeof fields>) => hours;

/** The hours count only while they are on. */
const form = fields.superRefine((values, context) => {
  if (!values.isOn) return;
  const { error } = quietHours.safeParse(given(values));
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
});

function hoursOf(values: unknown) {
  const parsed = form.parse(values);
  return parsed.isOn ? quietHours.parse(given(parsed)) : null;
}

/** When channels are quiet, each day. */
export function EditQuietHours({ settings, onClose }: { settings: AnswerOf<"getAlertSettings">; onClose: () => void }) {
  const save = useAction("updateAlertSettings", { onSuccess: onClose });
  const { quietHours: now, revision } = settings;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <FormDialog
      onClose={onClose}
      title="Quiet hours"
      description="What happens in them is told in one message at their end, to channels that keep them."
      submit="Save"
      schema={form}
      initial={{
        isOn: now !== null,
        from: now?.from ?? "22:00",
        to: now?.to ?? "07:00",
        timezone: now?.timezone ?? timeZone,
      }}
      onSubmit={(values) => save.mutateAsync({ body: { quietHours: hoursOf(values) }, headers: ifMatch(revision) })}
    >
      <SwitchField name="isOn" label="Quiet hours" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="from" label="From" mono hint="Such as 22:00." />
        <TextField name="to" label="To" mono />
      </div>
      <TextField name="timezone" label="Time zone" mono hint="Such as Europe/Berlin." />
    </FormDialog>
  );
}
