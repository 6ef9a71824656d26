import { userOperations } from "@ferrule/contract/operations/users.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { ShownOnceDialog } from "../../components/shown-once.tsx";

type User = ItemOf<"listUsers">;

const schema = userOperations.updateUser.body.required({ password: true });

/** Gives somebody else a first password again; it is shown once. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [given, setGiven] = useState<string | null>(null);
  if (given !== null)
    return (
      <ShownOnceDialog title={`${user.email} has a new password`} label="new password" value={given} onClose={onClose}>
        Hand this over. It is not shown again. All sessions of the account have ended.
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`New password for ${user.email}`}
      description="Every session of the account ends at once, and its API tokens are refused until a password of its own is chosen."
      submit="Set password"
      kind="danger"
      schema={schema}
      initial={{ password: "" }}
      onSubmit={async (values) => {
        const { password } = schema.parse(values);
        await api.updateUser({
          params: { userId: user.id },
          body: { password },
          headers: { "if-match": `"${user.revision}"` },
        });
        await queryClient.invalidateQueries({ queryKey: ["listUsers"] });
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
