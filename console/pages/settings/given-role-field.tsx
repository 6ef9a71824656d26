import { useMe } from "../../api/session.ts";
import { RadioField } from "../../components/form/radio-field.tsx";
import { mayGive } from "../../components/may-give.ts";
import { roleTexts } from "../../components/role-texts.ts";

/** The field `role` of a form that gives a role to a token or a pipeline. */
export function GivenRoleField() {
  const { user } = useMe();
  const choices = mayGive(user.role).map((role) => ({
    value: role,
    label: roleTexts[role].label,
    detail: roleTexts[role].text,
  }));
  return <RadioField name="role" label="Role" choices={choices} />;
}
