import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { Mono } from "../../../components/mono.tsx";

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
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {[...new Set([...scope.targets, ...offered])].map((name) => (
          <li key={name}>
            <label className="flex min-h-7 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={scope.targets.includes(name)}
                onChange={({ target }) =>
                  onChange({
                    ...scope,
                    targets: target.checked ? [...scope.targets, name] : scope.targets.filter((one) => one !== name),
                  })
                }
              />
              <Mono>{name}</Mono>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Tools or routes that a person must allow by name, beside everything else. */
export function SignInScopes({ value, targets, onChange }: SignInScopesProps) {
  const taken = new Set(value.flatMap((scope) => scope.targets));
  const free = targets.filter((target) => !taken.has(target));
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Separate permissions</p>
      <p className="text-xs text-muted">
        One sign-in opens everything. Put what the person should allow by its own line here, for example what deletes.
      </p>
      {value.map((scope, index) => (
        <ScopeFields
          // The name is being edited, so the index is the stable key.
          key={index}
          scope={scope}
          offered={free}
          onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)))}
          onRemove={() => onChange(value.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          disabledReason={free.length === 0 ? "Everything that is bound here has a permission of its own." : null}
          onClick={() => onChange([...value, { name: "", description: "", targets: [] }])}
        >
          Add a permission
        </Button>
      </div>
    </div>
  );
}
