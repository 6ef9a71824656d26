import { changedAlertBounds } from "@ferrule/contract/resources/alert.ts";
import { z } from "zod";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { NumberField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";

/** An empty field means that there is no such bound. */
const form = z.preprocess(
  ({ failurePercent = null, p95Ms = null, ...rest }: Record<string, unknown>) => ({ ...rest, failurePercent, p95Ms }),
  changedAlertBounds.required(),
);

/** When the calls of an endpoint are an alert. */
export function EditBounds({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const { data } = useOperation("getAlertBounds", { params: { endpointId } }, { gcTime: 0 });
  const forbidden = useDisabledReason("updateAlertBounds");
  const save = useAction("updateAlertBounds", {
    onSuccess: () => {
      toast("The bounds were saved");
      onClose();
    },
  });
  if (data === undefined) return null;
  const { failurePercent, p95Ms, windowMinutes, minCalls, revision } = data;
  return (
    <FormDialog
      onClose={onClose}
      title="Bounds of the endpoint"
      description={forbidden ?? "For both environments. Leave a bound empty to have none."}
      submit="Save bounds"
      schema={form}
      initial={{ failurePercent: failurePercent ?? undefined, p95Ms: p95Ms ?? undefined, windowMinutes, minCalls }}
      onSubmit={(values) =>
        save.mutateAsync({ params: { endpointId }, body: form.parse(values), headers: ifMatch(revision) })
      }
    >
      <NumberField name="failurePercent" label="Failed calls" unit="%" optional hint="From this share on." />
      <NumberField name="p95Ms" label="95 of 100 calls end within" unit="ms" optional />
      <NumberField name="windowMinutes" label="Counted over" unit="minutes" />
      <NumberField name="minCalls" label="With at least" unit="calls" />
    </FormDialog>
  );
}
