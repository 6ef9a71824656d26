import { Select } from "../../../../components/choose/select.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { NumberSetting } from "../number-setting.tsx";
import { LimitSwitch } from "./limit-switch.tsx";
import { PointerField } from "./pointer-field.tsx";
import type { PolicyProps } from "./policy-props.ts";

const kinds = [
  { value: "function", label: "Of this Function" },
  { value: "tenant", label: "Of each tenant" },
  { value: "input", label: "With the same value in the input" },
] as const;

/** How many runs may be under way at once. */
export function ConcurrencyFields({ value, onChange }: PolicyProps) {
  const { concurrency } = value;
  const change = (next: Partial<NonNullable<typeof concurrency>>) =>
    onChange({ ...value, concurrency: { limit: 10, per: "function", ...concurrency, ...next } });
  const kind =
    concurrency === null || concurrency.per === "function" || concurrency.per === "tenant" ? concurrency?.per : "input";
  return (
    <LimitSwitch
      label="Limit how many run at the same time"
      isOn={concurrency !== null}
      onChange={(isOn) => (isOn ? change({}) : onChange({ ...value, concurrency: null }))}
    >
      <div className="grid gap-3">
        <NumberSetting
          label="Runs at the same time"
          least={1}
          most={1_000}
          value={concurrency?.limit ?? 10}
          about="The others wait."
          onChange={(limit) => change({ limit })}
        />
        <Labelled label="Counted">
          {(control) => (
            <Select
              {...control}
              value={kind === "tenant" || kind === "input" ? kind : "function"}
              choices={kinds}
              onChange={(per) => change({ per: per === "input" ? "/id" : per })}
            />
          )}
        </Labelled>
      </div>
      {kind === "input" && (
        <PointerField
          label="Value in the input"
          hint="Runs with the same value at this place count together."
          value={concurrency?.per ?? ""}
          onChange={(per) => per !== "" && change({ per })}
        />
      )}
    </LimitSwitch>
  );
}
