import { useState } from "react";
import { Labelled } from "../../../components/form/labelled.tsx";
import { inputClass } from "../../../components/input-class.ts";

interface NumberSettingProps {
  label: string;
  least: number;
  most: number;
  value: number;
  /** What it means, after the range. */
  about?: string;
  onChange: (value: number) => void;
}

/** A whole number. A value out of range stays in the field with the reason; the draft keeps the last valid number. */
export function NumberSetting({ label, least, most, value, about, onChange }: NumberSettingProps) {
  const [text, setText] = useState(String(value));
  const isGood = (typed: string) => /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  const range = `${least} to ${most.toLocaleString("en")}`;
  const problem = `Enter a whole number from ${range}. Until then, ${value.toLocaleString("en")} is kept.`;
  return (
    <Labelled
      label={label}
      {...(isGood(text) ? { hint: about === undefined ? `${range}.` : `${range}. ${about}` } : { problem })}
    >
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
