import type { LeaveMode } from "@ferrule/contract/states.ts";
import { SelectField } from "../../../components/form/fields.tsx";

const choicesFor = (isRead: boolean): { value: LeaveMode; label: string }[] => [
  { value: "auto", label: isRead ? "Default: cancel the call" : "Default: finish the call" },
  { value: "cancel", label: "Cancel the call" },
  { value: "finish", label: "Finish the call" },
];

/**
 * What to do with a call whose client closes the connection before the response. `isRead`: the Function is known to
 * change nothing.
 */
export function LeaveField({ isRead }: { isRead: boolean }) {
  return (
    <SelectField
      name="whenClientLeaves"
      label="When the client leaves"
      choices={choicesFor(isRead)}
      hint="A call that is cancelled rolls back its open transactions. Streams are always cancelled."
    />
  );
}
