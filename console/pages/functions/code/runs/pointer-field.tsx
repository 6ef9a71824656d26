import { useState } from "react";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { inputClass } from "../../../../components/input-class.ts";

interface PointerFieldProps {
  label: string;
  hint: string;
  /** A JSON pointer (RFC 6901), or an empty text for none. */
  value: string;
  onChange: (value: string) => void;
}

const isPointer = (text: string) => text === "" || /^\/.{1,199}$/.test(text);

/** The place of a value in the input. A text that is not a place stays in the field; the draft keeps the last place. */
export function PointerField({ label, hint, value, onChange }: PointerFieldProps) {
  const [text, setText] = useState(value);
  const problem = "Write a place such as /orderId, or /order/id for a value inside of another.";
  return (
    <Labelled label={label} optional {...(isPointer(text) ? { hint } : { problem })}>
      {(control) => (
        <input
          {...control}
          className={`${inputClass} font-mono`}
          placeholder="/orderId"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (isPointer(target.value)) onChange(target.value);
          }}
        />
      )}
    </Labelled>
  );
}
