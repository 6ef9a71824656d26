import { DocsLink } from "../../../components/docs-link.tsx";
import { PolicyFields } from "./runs/policy-fields.tsx";
import { Setting } from "./setting.tsx";
import type { SettingsProps } from "./settings-props.ts";

/** Whether a Function is durable; if it is, how its runs are started, limited and moved. */
export function RunSettings({ draft, now, isInCode }: SettingsProps) {
  const isDurable = now.run === "durable";
  return (
    <section aria-label="Runs" className="grid gap-3">
      <Setting isInCode={isInCode("run")}>
        <label className="flex min-h-7 items-center gap-2 text-sm font-medium">
          <input
            type="checkbox"
            checked={isDurable}
            onChange={({ target }) => draft.change("run", target.checked ? "durable" : "call")}
          />
          Durable run
        </label>
      </Setting>
      <p className="text-xs text-muted">
        A durable Function works in steps, may wait for days, and goes on after a crash. Callers get the address of the
        run instead of a result. <DocsLink page="runs">About durable Functions</DocsLink>
      </p>
      {isDurable && (
        <Setting isInCode={isInCode("runPolicy")}>
          <PolicyFields
            key={isInCode("runPolicy") ? JSON.stringify(now.runPolicy) : "own"}
            value={now.runPolicy}
            onChange={(next) => draft.change("runPolicy", next)}
          />
        </Setting>
      )}
    </section>
  );
}
