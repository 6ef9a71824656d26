import { changedSignInPolicy } from "@ferrule/contract/resources/identity-provider.ts";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { userSource } from "../../../api/pick-sources.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { PickedName } from "../../../components/filter/filters.tsx";
import { PickerField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { RadioField } from "../../../components/form/radio-field.tsx";
import { toast } from "../../../components/overlay/toast.tsx";

const allowed = [
  { value: "everyone", label: "Everybody", detail: "Passwords work beside the providers." },
  {
    value: "break-glass",
    label: "One owner",
    detail: "Everybody else uses a provider. Sessions that were opened with a password end, except yours.",
  },
];

function EditPolicy({ policy, onClose }: { policy: AnswerOf<"getSignInPolicy">; onClose: () => void }) {
  const { localSignIn, breakGlassUserId, revision } = policy;
  const save = useAction("updateSignInPolicy", {
    onSuccess: () => {
      toast("Who may use a password was saved");
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Who may use a password"
      submit="Save"
      schema={changedSignInPolicy}
      initial={{ localSignIn, breakGlassUserId }}
      onSubmit={(values) => save.mutateAsync({ body: changedSignInPolicy.parse(values), headers: ifMatch(revision) })}
    >
      <RadioField name="localSignIn" label="Passwords and one-time links" choices={allowed} />
      <PickerField
        name="breakGlassUserId"
        label="The owner who may always sign in"
        source={userSource}
        hint="For a day when the provider does not work. Keep this password in a safe place."
      />
    </FormDialog>
  );
}

/** Who may sign in with a password, and who may when nothing else works. */
export function PasswordPolicy() {
  const { data } = useOperation("getSignInPolicy", {});
  const [isOpen, setOpen] = useState(false);
  const forbidden = useDisabledReason("updateSignInPolicy");
  if (data === undefined) return null;
  return (
    <Card
      title="Passwords"
      actions={
        <Button size="sm" disabledReason={forbidden} onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <p className="text-sm">
        {data.localSignIn === "everyone" ? (
          "Everybody who has a password may use it."
        ) : (
          <>
            Only <PickedName pick={userSource} value={data.breakGlassUserId ?? ""} /> may use a password or a one-time
            link. Everybody else signs in with a provider.
          </>
        )}
      </p>
      {isOpen && <EditPolicy policy={data} onClose={() => setOpen(false)} />}
    </Card>
  );
}
