import { projectSource } from "../../../api/pick-sources.ts";
import { useMe } from "../../../api/session.ts";
import { PickerField, SelectField } from "../../../components/form/fields.tsx";
import { RadioField } from "../../../components/form/radio-field.tsx";
import { givenRoles } from "../given-roles.ts";

const usualDays = [7, 30, 90, 365];

/** The fields of a form that say what an API token may do: `projectId`, `role` and `days`. */
export function TokenRights({ wantedDays = 90 }: { wantedDays?: number }) {
  const { user } = useMe();
  const days = [...new Set([...usualDays, wantedDays])].sort((one, other) => one - other);
  return (
    <>
      <PickerField name="projectId" label="Project" source={projectSource} />
      <RadioField name="role" label="Role" choices={givenRoles(user.role)} />
      <SelectField
        name="days"
        label="Expires after"
        choices={days.map((count) => ({ value: String(count), label: count === 1 ? "1 day" : `${count} days` }))}
      />
    </>
  );
}
