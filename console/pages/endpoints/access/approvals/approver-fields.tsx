import { approvalRule, type ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { roles } from "@ferrule/contract/states.ts";
import { roleTexts } from "../../../../components/role-texts.ts";
import { NameList } from "../../../functions/code/permissions/name-list.tsx";
import { problemIn } from "../problem-in.ts";
import { useGroupsFound, usePeopleFound } from "./use-approvers-found.ts";

type Approvers = ApprovalRule["by"];

interface ApproverFieldsProps {
  value: Approvers;
  onChange: (next: Approvers) => void;
}

const shape = approvalRule.shape.by.shape;
const eMail = /^[^\s@]+@[^\s@]+$/;

/** Who may approve: roles, people, groups, and the person for whom the call was made. */
export function ApproverFields({ value, onChange }: ApproverFieldsProps) {
  const set = (change: Partial<Approvers>) => onChange({ ...value, ...change });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-xs font-medium">Any of these may approve</legend>
      <div className="flex flex-wrap gap-x-5">
        {roles.map((role) => (
          <label key={role} className="flex min-h-7 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={value.roles.includes(role)}
              onChange={({ target }) =>
                set({ roles: roles.filter((one) => (one === role ? target.checked : value.roles.includes(one))) })
              }
            />
            {roleTexts[role].label}
          </label>
        ))}
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <input type="checkbox" checked={value.caller} onChange={({ target }) => set({ caller: target.checked })} />
          The person for whom the call was made
        </label>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <NameList
          label="People"
          hint="The e-mail addresses with which they sign in here."
          placeholder="ada@acme.example"
          values={value.people}
          useFound={usePeopleFound}
          problemOf={(text) =>
            eMail.test(text) ? problemIn(shape.people, [...value.people, text]) : "Write an e-mail address."
          }
          onChange={(people) => set({ people })}
        />
        <NameList
          label="Groups"
          hint="Groups of the company's sign-in, by their names."
          placeholder="Finance"
          values={value.groups}
          useFound={useGroupsFound}
          problemOf={(text) => problemIn(shape.groups, [...value.groups, text])}
          onChange={(groups) => set({ groups })}
        />
      </div>
    </fieldset>
  );
}
