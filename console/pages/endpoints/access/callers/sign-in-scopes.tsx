import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../../../components/button/button.tsx";
import { inputClass } from "../../../../components/input-class.ts";
import { CheckList } from "../check-list.tsx";
import { EntryList } from "../entry-list.tsx";

type Scope = OauthPolicy["scopes"][number];

interface SignInScopesProps {
  value: readonly Scope[];
  targets: readonly string[];
  onChange: (next: Scope[]) => void;
}

function ScopeFields({
  scope,
  offered,
  onChange,
  onRemove,
}: {
  scope: Scope;
  offered: readonly string[];
  onChange: (next: Scope) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid gap-2 rounded-md border border-line p-3">
      <legend className="quiet">Permission {scope.name}</legend>
      <div className="flex items-end gap-2">
        <label className="grid flex-1 gap-1 text-xs font-medium">
          Name
          <input
            className={inputClass}
            value={scope.name}
            placeholder="orders:write"
            onChange={({ target }) => onChange({ ...scope, name: target.value })}
          />
        </label>
        <IconButton size="sm" icon={Trash2} label={`Remove the permission ${scope.name}`} onClick={onRemove} />
      </div>
      <label className="grid gap-1 text-xs font-medium">
        What the person reads
        <input
          className={inputClass}
          value={scope.description}
          placeholder="Change and cancel orders"
          onChange={({ target }) => onChange({ ...scope, description: target.value })}
        />
      </label>
      <CheckList
        names={[...new Set([...scope.targets, ...offered])]}
        chosen={scope.targets}
        onChange={(chosen) => onChange({ ...scope, targets: chosen })}
      />
    </fieldset>
  );
}

/** Tools or routes that a person must allow by name, besides everything else. */
export function SignInScopes({ value, targets, onChange }: SignInScopesProps) {
  const taken = new Set(value.flatMap((scope) => scope.targets));
  const free = targets.filter((target) => !taken.has(target));
  return (
    <EntryList<Scope>
      title="Separate permissions"
      hint="One sign-in allows everything. List here the tools or routes that the person should allow separately, such as those that delete."
      value={value}
      onChange={onChange}
      add="Add a permission"
      added={{ name: "", description: "", targets: [] }}
      isFull={free.length === 0 ? "Everything that is bound here already has its own permission." : null}
    >
      {(scope, { set, remove }) => <ScopeFields scope={scope} offered={free} onChange={set} onRemove={remove} />}
    </EntryList>
  );
}
