import { userOperations } from "@ferrule/contract/operations/users.ts";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import { useMe } from "../../api/session.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { TextField } from "../../components/form/fields.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { refreshMe } from "../../shell/project/switch-project.ts";
import { roleChoices } from "./role-choices.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";

type User = ItemOf<"listUsers">;

const schema = userOperations.updateUser.body;

interface EditUserProps {
  user: User;
  /** Why the user cannot be changed. */
  forbidden: string | null;
  /** Why the user must stay an owner. */
  roleForbidden: string | null;
}

/** A user's name and role. A new role takes effect with their next request. */
export function EditUser({ user, forbidden, roleForbidden }: EditUserProps) {
  const me = useMe();
  const choices = roleChoices(me.user.role).map((choice) => ({
    ...choice,
    disabledReason: choice.value === user.role ? null : choice.disabledReason,
    disabled: choice.value !== user.role && (forbidden ?? roleForbidden) !== null,
  }));
  return (
    <SchemaForm
      schema={schema}
      initial={{ name: user.name, role: user.role }}
      onSubmit={async (values) => {
        await api.updateUser({
          params: { userId: user.id },
          body: schema.parse(values),
          headers: ifMatch(user.revision),
        });
        if (user.id === me.user.id) await refreshMe();
        toast("Saved", "It applies from the next request.");
      }}
    >
      <TextField name="name" label="Name" />
      <RadioField name="role" label="Role" hint={forbidden ?? roleForbidden ?? undefined} choices={choices} />
      <SubmitButton disabledReason={forbidden} onlyChanged>
        Save
      </SubmitButton>
    </SchemaForm>
  );
}
