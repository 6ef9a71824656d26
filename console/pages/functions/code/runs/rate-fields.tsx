import { NumberSetting } from "../number-setting.tsx";
import { LimitSwitch } from "./limit-switch.tsx";
import type { PolicyProps } from "./policy-props.ts";

/** How many runs may begin in a time. */
export function RateFields({ value, onChange }: PolicyProps) {
  const { rate } = value;
  const change = (next: Partial<NonNullable<typeof rate>>) =>
    onChange({ ...value, rate: { limit: 100, perSeconds: 60, ...rate, ...next } });
  return (
    <LimitSwitch
      label="Limit how many begin"
      isOn={rate !== null}
      onChange={(isOn) => (isOn ? change({}) : onChange({ ...value, rate: null }))}
    >
      <div className="grid grid-cols-2 gap-3">
        <NumberSetting
          label="Runs"
          least={1}
          most={10_000}
          value={rate?.limit ?? 100}
          about="The others wait."
          onChange={(limit) => change({ limit })}
        />
        <NumberSetting
          label="In seconds"
          least={1}
          most={86_400}
          value={rate?.perSeconds ?? 60}
          onChange={(perSeconds) => change({ perSeconds })}
        />
      </div>
    </LimitSwitch>
  );
}
