import { permissions as permissionsSchema } from "@ferrule/contract/internal/permissions.ts";
import { plainProblem } from "@ferrule/contract/plain-problem.ts";
import { useCollectionsFound, useConnectionsFound, useSecretsFound } from "../../../api/use-names-found.ts";
import { Select } from "../../../components/select.tsx";
import { connectionProblem } from "../../functions/code/connection-problem.ts";
import { NameList } from "../../functions/code/name-list.tsx";
import type { Declared } from "./policy-sentence.ts";

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;

const problemIn = (schema: { safeParse: typeof secretsSchema.safeParse }) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
};

const accesses = [
  { value: "read", label: "read" },
  { value: "write", label: "write" },
  { value: "read-write", label: "read and write" },
] as const;

/** What calls can use at most, by name. */
export function AllowedUses({
  value,
  declared,
  onChange,
}: {
  value: Declared;
  declared: Declared;
  onChange: (next: Declared) => void;
}) {
  return (
    <div className="grid gap-4 rounded-md border border-line p-3">
      <NameList
        label="Secrets"
        hint="Secrets that calls can read."
        placeholder="ORDERS_TOKEN"
        values={value.secrets}
        known={declared.secrets}
        useFound={useSecretsFound}
        problemOf={problemIn(secretsSchema)}
        onChange={(next) => onChange({ ...value, secrets: next })}
      />
      <NameList
        label="Hosts"
        hint="Hosts that calls can fetch from. *.example.com covers every subdomain."
        placeholder="api.example.com"
        values={value.hosts}
        known={declared.hosts}
        problemOf={problemIn(hostsSchema)}
        onChange={(next) => onChange({ ...value, hosts: next })}
      />
      <NameList
        label="Collections"
        hint="Collections that calls can open. Collection grants apply too."
        placeholder="customers"
        values={value.collections.map(({ name }) => name)}
        known={declared.collections.map(({ name }) => name)}
        useFound={useCollectionsFound}
        problemOf={(text) =>
          /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Lowercase letters, digits, _ and -, starting with a letter."
        }
        onChange={(names) =>
          onChange({
            ...value,
            collections: names.map(
              (name) => value.collections.find((one) => one.name === name) ?? { name, access: "read" as const },
            ),
          })
        }
      />
      {value.collections.map((one) => (
        <div key={one.name} className="flex items-center justify-between gap-2 text-sm">
          <code className="font-mono text-xs break-all">{one.name}</code>
          <Select
            size="sm"
            aria-label={`Access to ${one.name}`}
            value={one.access}
            choices={accesses}
            onChange={(access) =>
              onChange({
                ...value,
                collections: value.collections.map((each) => (each.name === one.name ? { ...each, access } : each)),
              })
            }
          />
        </div>
      ))}
      <NameList
        label="Connections"
        hint="Databases that calls can query."
        placeholder="shop"
        values={value.connections ?? []}
        known={declared.connections ?? []}
        useFound={useConnectionsFound}
        problemOf={connectionProblem}
        onChange={(next) => onChange({ ...value, connections: next.length === 0 ? undefined : next })}
      />
      <label className="flex min-h-7 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={value.cache}
          onChange={({ target }) => onChange({ ...value, cache: target.checked })}
        />
        The cache
      </label>
    </div>
  );
}
