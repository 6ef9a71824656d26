import { useId, useState, type ReactNode } from "react";
import { inputClass } from "../../../components/input-class.ts";
import type { Draft } from "./draft.ts";
import type { Fields } from "./fields.ts";
import { PermissionFields } from "./permission-fields.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";

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

/** A Function's name, permissions and limits. */
export function SettingsPanel({ draft }: { draft: Draft }) {
  const now: Fields = { ...draft.base.use(), ...draft.fields.use() };
  const { permissions } = now;
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
      <PermissionFields side="function" value={permissions} onChange={(next) => draft.change("permissions", next)} />
      <SchemaBrowser names={permissions.connections ?? []} />
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
