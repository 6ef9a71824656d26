import { userOperations } from "@ferrule/contract/operations/users.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { useMe } from "../../api/session.ts";
import { TextField } from "../../components/form/fields.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { ShownOnceDialog } from "../../components/shown-once.tsx";
import { roleChoices } from "./role-choices.ts";

const schema = userOperations.createUser.body;

/** Creates a user, then shows the first password once, to be handed over. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  if (made)
    return (
      <ShownOnceDialog
        title={`${made.email} was created`}
        label="first password"
        value={made.password}
        onClose={onClose}
      >
        Hand this over. It is not shown again, and it is good for one thing: to sign in and choose another one.
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title="New user"
      description="Roles hold in every Project. Whoever it is chooses a password of their own at the first sign-in."
      submit="Create user"
      taken="email"
      schema={schema}
      initial={{ email: "", name: "", role: "developer", password: "" }}
      onSubmit={async (values) => {
        const body = schema.parse(values);
        await api.createUser({ body });
        await queryClient.invalidateQueries({ queryKey: ["listUsers"] });
        setMade({ email: body.email, password: body.password });
      }}
    >
      <TextField name="email" label="Email" type="email" autoFocus />
      <TextField name="name" label="Name" />
      <RadioField name="role" label="Role" choices={roleChoices(user.role)} />
      <PasswordField
        name="password"
        label="First password"
        hint="At least 12 characters."
        autoComplete="new-password"
        generate
      />
    </FormDialog>
  );
}
