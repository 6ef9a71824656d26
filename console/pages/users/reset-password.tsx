import { userOperations } from "@ferrule/contract/operations/users.ts";
import { useState } from "react";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { ShownOnceDialog } from "../../components/overlay/shown-once.tsx";

type User = ItemOf<"listUsers">;

const schema = userOperations.updateUser.body.required({ password: true });

/** Gives another user a new first password, which is shown once. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [given, setGiven] = useState<string | null>(null);
  if (given !== null)
    return (
      <ShownOnceDialog title={`${user.email} has a new password`} label="new password" value={given} onClose={onClose}>
        Send it to them. It is not shown again. All sessions of this account have ended.
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`New password for ${user.email}`}
      description="All sessions of this account end at once. Its API tokens are rejected until the user chooses a new password."
      submit="Set password"
      kind="danger"
      schema={schema}
      initial={{ password: "" }}
      onSubmit={async (values) => {
        const { password } = schema.parse(values);
        await api.updateUser({ params: { userId: user.id }, body: { password }, headers: ifMatch(user.revision) });
        setGiven(password);
      }}
    >
      <PasswordField
        name="password"
        label="New password"
        hint="At least 12 characters."
        autoComplete="new-password"
        generate
      />
    </FormDialog>
  );
}
