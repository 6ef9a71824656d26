import { PermissionFields } from "../../functions/code/permission-fields.tsx";
import type { Declared } from "./policy-sentence.ts";

/** What calls can use at most, by name. */
export const AllowedUses = ({
  value,
  declared,
  onChange,
}: {
  value: Declared;
  declared: Declared;
  onChange: (next: Declared) => void;
}) => (
  <div className="grid gap-4 rounded-md border border-line p-3">
    <PermissionFields side="policy" value={value} declared={declared} onChange={onChange} />
  </div>
);
