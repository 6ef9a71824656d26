import { plainProblem } from "@ferrule/contract/plain-problem.ts";
import { permissions as permissionsSchema } from "@ferrule/contract/internal/permissions.ts";
import { useId, type ReactNode } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { inputClass } from "../../../components/form/input-class.ts";
import { Select } from "../../../components/select.tsx";
import type { Draft, Fields } from "./draft.ts";
import { NameList } from "./name-list.tsx";

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;

const problemIn = (schema: typeof secretsSchema) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "It is not valid.");
};

function Labelled({ label, hint, children }: { label: string; hint: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
      <p className="text-xs text-muted">{hint}</p>
    </div>
  );
}

const accesses = [
  { value: "read", label: "read" },
  { value: "write", label: "write" },
  { value: "read-write", label: "read and write" },
] as const;

/** What the Function is called, what it may use, and its limits. */
export function SettingsPanel({ draft }: { draft: Draft }) {
  const now: Fields = { ...draft.base.use(), ...draft.fields.use() };
  const { permissions } = now;
  const secrets = useOperation("listSecrets", { query: { limit: 200 } });
  const allow = (change: Partial<Fields["permissions"]>) => draft.change("permissions", { ...permissions, ...change });
  const number = (name: "timeoutMs" | "memoryMb", text: string) => {
    if (/^\d+$/.test(text)) draft.change(name, Number(text));
  };
  return (
    <div className="grid gap-5">
      <Labelled label="Name" hint="As people read it; the slug stays.">
        {(id) => (
          <input
            id={id}
            className={inputClass}
            value={now.name}
            maxLength={120}
            onChange={(event) => draft.change("name", event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label="Description" hint="Empty: the first sentence of the handler's doc comment.">
        {(id) => (
          <textarea
            id={id}
            rows={2}
            className={`${inputClass} h-auto py-1.5`}
            value={now.description}
            onChange={(event) => draft.change("description", event.target.value)}
          />
        )}
      </Labelled>
      <NameList
        label="Secrets"
        hint="Names that ctx.secrets.get may ask for; an endpoint's policy may allow fewer."
        placeholder="ORDERS_TOKEN"
        values={permissions.secrets}
        known={[...new Set(secrets.data?.items.map(({ name }) => name))]}
        problemOf={problemIn(secretsSchema)}
        onChange={(next) => allow({ secrets: next })}
      />
      <NameList
        label="Hosts"
        hint="Where fetch may go. *.example.com covers every subdomain; https unless it says http://."
        placeholder="api.example.com"
        values={permissions.hosts}
        problemOf={problemIn(hostsSchema)}
        onChange={(next) => allow({ hosts: next })}
      />
      <NameList
        label="Collections"
        hint="Data that ctx.collection may open, once it is granted."
        placeholder="customers"
        values={permissions.collections.map(({ name }) => name)}
        problemOf={(text) =>
          /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Small letters, digits, _ and -, beginning with a letter."
        }
        onChange={(names) =>
          allow({
            collections: names.map(
              (name) =>
                permissions.collections.find((one) => one.name === name) ?? { name, access: "read-write" as const },
            ),
          })
        }
      />
      {permissions.collections.length > 0 && (
        <ul className="grid gap-1.5">
          {permissions.collections.map((one) => (
            <li key={one.name} className="flex items-center justify-between gap-2 text-sm">
              <code className="font-mono text-xs break-all">{one.name}</code>
              <Select
                size="sm"
                aria-label={`Access to ${one.name}`}
                value={one.access}
                choices={accesses}
                onChange={(access) =>
                  allow({
                    collections: permissions.collections.map((each) =>
                      each.name === one.name ? { ...each, access } : each,
                    ),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <label className="flex items-center gap-2 text-sm font-medium">
        <input
          type="checkbox"
          checked={permissions.cache}
          onChange={(event) => allow({ cache: event.target.checked })}
        />
        May use the cache
      </label>
      <div className="grid grid-cols-2 gap-3">
        <Labelled label="Time limit, ms" hint="At most 300,000.">
          {(id) => (
            <input
              id={id}
              inputMode="numeric"
              className={inputClass}
              defaultValue={now.timeoutMs}
              onChange={(event) => number("timeoutMs", event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label="Memory, MB" hint="8 to 512.">
          {(id) => (
            <input
              id={id}
              inputMode="numeric"
              className={inputClass}
              defaultValue={now.memoryMb}
              onChange={(event) => number("memoryMb", event.target.value)}
            />
          )}
        </Labelled>
      </div>
    </div>
  );
}
