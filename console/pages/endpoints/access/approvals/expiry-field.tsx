import { useState } from "react";
import { inputClass } from "../../../../components/input-class.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { spanUnits, unitOf } from "./span-in-words.ts";

const choices = spanUnits.map(({ unit, many }) => ({ value: unit, label: many }));
const least = 60;
const most = 30 * 86_400;

interface ExpiryFieldProps {
  /** Seconds. */
  value: number;
  onChange: (seconds: number) => void;
}

/** How long a call waits for its approval. A time out of range stays in the field; the rule keeps the last good one. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const [unit, setUnit] = useState(unitOf(value));
  const [text, setText] = useState(String(value / unit.seconds));
  const secondsOf = (typed: string, of: number) => (/^\d+$/.test(typed) ? Number(typed) * of : Number.NaN);
  const isGood = (seconds: number) => seconds >= least && seconds <= most;
  const enter = (typed: string, next: typeof unit) => {
    setText(typed);
    setUnit(next);
    const seconds = secondsOf(typed, next.seconds);
    if (isGood(seconds)) onChange(seconds);
  };
  const problem = isGood(secondsOf(text, unit.seconds)) ? null : "Enter a time from 1 minute to 30 days.";
  return (
    <Labelled label="Rejected without a decision after" problem={problem} late>
      {(control) => (
        <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
          <input
            {...control}
            className={inputClass}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={({ target }) => enter(target.value, unit)}
          />
          <Select
            aria-label="Unit"
            value={unit.unit}
            choices={choices}
            onChange={(chosen) => enter(text, spanUnits.find((one) => one.unit === chosen) ?? unit)}
          />
        </div>
      )}
    </Labelled>
  );
}
