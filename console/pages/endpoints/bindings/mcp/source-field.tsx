import { useId } from "react";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";

interface SourceFieldProps {
  /** What comes from there: `Content`, `Messages`. */
  what: string;
  isKept: boolean;
  keptDetail: string;
  functionDetail: string;
  /** Why it cannot be kept; null if it can. */
  keptReason?: string | null;
  onChange: (isKept: boolean) => void;
}

/** Whether the Project keeps something, or a Function returns it. */
export function SourceField({
  what,
  isKept,
  keptDetail,
  functionDetail,
  keptReason = null,
  onChange,
}: SourceFieldProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{what}</legend>
      <RadioChoices
        name={name}
        value={isKept ? "kept" : "function"}
        choices={[
          {
            value: "kept",
            label: "Kept in the Project",
            detail: keptDetail,
            disabledReason: isKept ? null : keptReason,
          },
          { value: "function", label: "Returned by a Function", detail: functionDetail },
        ]}
        onChange={(next) => onChange(next === "kept")}
      />
    </fieldset>
  );
}
