import { Labelled } from "../../../components/form/labelled.tsx";
import { inputClass } from "../../../components/input-class.ts";
import type { Draft } from "./draft/draft.ts";
import type { Fields } from "./draft/fields.ts";
import { NumberSetting } from "./number-setting.tsx";
import { PermissionFields } from "./permissions/permission-fields.tsx";
import { RunSettings } from "./run-settings.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";
import { Setting } from "./setting.tsx";
import type { SettingsProps } from "./settings-props.ts";

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

/** A Function's name, permissions, limits and runs. */
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
      <RunSettings {...settings} />
    </div>
  );
}
