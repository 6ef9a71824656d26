import { plainProblem } from "@ferrule/contract/plain-problem.ts";
import { permissions as permissionsSchema } from "@ferrule/contract/internal/permissions.ts";
import { useId, useState, type ReactNode } from "react";
import { useCollectionsFound, useConnectionsFound, useSecretsFound } from "../../../api/use-names-found.ts";
import { inputClass } from "../../../components/form/input-class.ts";
import { Select } from "../../../components/select.tsx";
import type { Draft } from "./draft.ts";
import type { Fields } from "./fields.ts";
import { connectionProblem } from "./connection-problem.ts";
import { NameList } from "./name-list.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;

const problemIn = (schema: typeof secretsSchema) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
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

interface NumberSettingProps {
  label: string;
  least: number;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. A value out of range stays in the field with the reason; the draft keeps the last valid number. */
function NumberSetting({ label, least, most, value, onChange }: NumberSettingProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  const isGood = (typed: string) => /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  const range = `${least} to ${most.toLocaleString("en")}`;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        className={inputClass}
        value={text}
        aria-invalid={!isGood(text) || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setText(target.value);
          if (isGood(target.value)) onChange(Number(target.value));
        }}
      />
      <p id={`${id}-hint`} className={isGood(text) ? "text-xs text-muted" : "text-xs font-medium text-bad"}>
        {isGood(text)
          ? `${range}.`
          : `Enter a whole number from ${range}. Until then, ${value.toLocaleString("en")} is kept.`}
      </p>
    </div>
  );
}

const accesses = [
  { value: "read", label: "read" },
  { value: "write", label: "write" },
  { value: "read-write", label: "read and write" },
] as const;

/** A Function's name, permissions and limits. */
export function SettingsPanel({ draft }: { draft: Draft }) {
  const now: Fields = { ...draft.base.use(), ...draft.fields.use() };
  const { permissions } = now;
  const allow = (change: Partial<Fields["permissions"]>) => draft.change("permissions", { ...permissions, ...change });
  return (
    <div className="grid gap-5">
      <Labelled label="Name" hint="Shown to people. The slug does not change.">
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
      <Labelled label="Description" hint="Leave empty to use the first paragraph of the handler's doc comment.">
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
        hint="Names that ctx.secrets.get can read. An endpoint's policy can allow fewer."
        placeholder="ORDERS_TOKEN"
        values={permissions.secrets}
        useFound={useSecretsFound}
        problemOf={problemIn(secretsSchema)}
        onChange={(next) => allow({ secrets: next })}
      />
      <NameList
        label="Hosts"
        hint="Hosts that fetch can reach, over https unless you write http://. *.example.com covers every subdomain."
        placeholder="api.example.com"
        values={permissions.hosts}
        problemOf={problemIn(hostsSchema)}
        onChange={(next) => allow({ hosts: next })}
      />
      <NameList
        label="Collections"
        hint="Collections that ctx.collection can open once access is granted."
        placeholder="customers"
        useFound={useCollectionsFound}
        values={permissions.collections.map(({ name }) => name)}
        problemOf={(text) =>
          /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Lowercase letters, digits, _ and -, starting with a letter."
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
      <NameList
        label="Connections"
        hint="Databases that ctx.sql can query. An endpoint's policy can allow fewer."
        placeholder="shop"
        useFound={useConnectionsFound}
        values={permissions.connections ?? []}
        problemOf={connectionProblem}
        onChange={(next) => allow({ connections: next.length === 0 ? undefined : next })}
      />
      <SchemaBrowser names={permissions.connections ?? []} />
      <label className="flex items-center gap-2 text-sm font-medium">
        <input
          type="checkbox"
          checked={permissions.cache}
          onChange={(event) => allow({ cache: event.target.checked })}
        />
        Can use the cache
      </label>
      <div className="grid grid-cols-2 gap-3">
        <NumberSetting
          label="Time limit, ms"
          least={1}
          most={300_000}
          value={now.timeoutMs}
          onChange={(value) => draft.change("timeoutMs", value)}
        />
        <NumberSetting
          label="Memory, MB"
          least={8}
          most={512}
          value={now.memoryMb}
          onChange={(value) => draft.change("memoryMb", value)}
        />
      </div>
    </div>
  );
}
