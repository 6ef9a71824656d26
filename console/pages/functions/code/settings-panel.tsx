import { useState, type ReactNode } from "react";
import { Labelled } from "../../../components/form/labelled.tsx";
import { inputClass } from "../../../components/input-class.ts";
import type { Draft } from "./draft/draft.ts";
import type { Fields, FunctionDetail } from "./draft/fields.ts";
import { PermissionFields } from "./permissions/permission-fields.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";

interface NumberSettingProps {
  label: string;
  least: number;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. A value out of range stays in the field with the reason; the draft keeps the last valid number. */
function NumberSetting({ label, least, most, value, onChange }: NumberSettingProps) {
  const [text, setText] = useState(String(value));
  const isGood = (typed: string) => /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  const range = `${least} to ${most.toLocaleString("en")}`;
  const problem = `Enter a whole number from ${range}. Until then, ${value.toLocaleString("en")} is kept.`;
  return (
    <Labelled label={label} {...(isGood(text) ? { hint: `${range}.` } : { problem })}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          className={inputClass}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (isGood(target.value)) onChange(Number(target.value));
          }}
        />
      )}
    </Labelled>
  );
}

const faded = "disabled:[&_input]:opacity-60 disabled:[&_textarea]:opacity-60 disabled:[&_button]:opacity-60";

/** One setting. If the source sets it, the form only shows it. */
function Setting({ isInCode, children }: { isInCode: boolean; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      {isInCode && (
        <p className="text-xs text-muted">
          Set by <code className="font-mono">config</code> in the source. Change it there.
        </p>
      )}
      <fieldset disabled={isInCode} className={`grid min-w-0 content-start gap-3 ${faded}`}>
        {children}
      </fieldset>
    </div>
  );
}

interface SettingsProps {
  draft: Draft;
  now: Fields;
  isInCode: (name: FunctionDetail["setInCode"][number]) => boolean;
}

const NameSettings = ({ draft, now, isInCode }: SettingsProps) => (
  <>
    <Setting isInCode={isInCode("name")}>
      <Labelled label="Name" hint="Shown to people. The slug does not change.">
        {(control) => (
          <input
            {...control}
            className={inputClass}
            value={now.name}
            maxLength={120}
            onChange={(event) => draft.change("name", event.target.value)}
          />
        )}
      </Labelled>
    </Setting>
    <Setting isInCode={isInCode("description")}>
      <Labelled label="Description" hint="Leave empty to use the first paragraph of the handler's doc comment.">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            className={`${inputClass} h-auto py-1.5`}
            value={now.description}
            onChange={(event) => draft.change("description", event.target.value)}
          />
        )}
      </Labelled>
    </Setting>
  </>
);

const LimitSettings = ({ draft, now, isInCode }: SettingsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Setting isInCode={isInCode("timeoutMs")}>
      <NumberSetting
        key={isInCode("timeoutMs") ? now.timeoutMs : "own"}
        label="Time limit, ms"
        least={1}
        most={300_000}
        value={now.timeoutMs}
        onChange={(value) => draft.change("timeoutMs", value)}
      />
    </Setting>
    <Setting isInCode={isInCode("memoryMb")}>
      <NumberSetting
        key={isInCode("memoryMb") ? now.memoryMb : "own"}
        label="Memory, MB"
        least={8}
        most={512}
        value={now.memoryMb}
        onChange={(value) => draft.change("memoryMb", value)}
      />
    </Setting>
  </div>
);

/** A Function's name, permissions and limits. */
export function SettingsPanel({ draft }: { draft: Draft }) {
  const base = draft.base.use();
  const now: Fields = { ...base, ...draft.fields.use() };
  const isInCode: SettingsProps["isInCode"] = (name) => base.setInCode.includes(name);
  const settings = { draft, now, isInCode };
  return (
    <div className="grid gap-5">
      <NameSettings {...settings} />
      <Setting isInCode={isInCode("permissions")}>
        <PermissionFields
          side="function"
          value={now.permissions}
          onChange={(next) => draft.change("permissions", next)}
        />
      </Setting>
      <SchemaBrowser names={now.permissions.connections ?? []} />
      <LimitSettings {...settings} />
    </div>
  );
}
