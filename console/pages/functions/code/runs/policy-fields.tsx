import { Select } from "../../../../components/choose/select.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { NumberSetting } from "../number-setting.tsx";
import { ConcurrencyFields } from "./concurrency-fields.tsx";
import { PointerField } from "./pointer-field.tsx";
import type { PolicyProps } from "./policy-props.ts";
import { RateFields } from "./rate-fields.tsx";
import { spanText } from "./span-text.ts";

const onRelease = [
  { value: "stay", label: "Finish with the code that they began with" },
  { value: "move", label: "Go on with the new code at their next step" },
] as const;

/** How the runs of a durable Function are started, limited and moved. */
export const PolicyFields = ({ value, onChange }: PolicyProps) => (
  <>
    <NumberSetting
      label="Deadline, seconds"
      least={1}
      most={2_592_000}
      value={value.deadlineSeconds}
      about={`A run that has not ended after ${spanText(value.deadlineSeconds)} expires.`}
      onChange={(deadlineSeconds) => onChange({ ...value, deadlineSeconds })}
    />
    <Labelled label="Runs under way at a release or rollback">
      {(control) => (
        <Select
          {...control}
          value={value.onRelease}
          choices={onRelease}
          onChange={(chosen) => onChange({ ...value, onRelease: chosen })}
        />
      )}
    </Labelled>
    <PointerField
      label="Deduplication key"
      hint="The place of a value in the input, such as /orderId. Calls with the same value get the same run."
      value={value.key ?? ""}
      onChange={(key) => onChange({ ...value, key: key === "" ? null : key })}
    />
    <ConcurrencyFields value={value} onChange={onChange} />
    <RateFields value={value} onChange={onChange} />
  </>
);
