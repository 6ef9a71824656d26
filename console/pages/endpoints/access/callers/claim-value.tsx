import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { inputClass } from "../../../../components/input-class.ts";
import { Select } from "../../../../components/choose/select.tsx";

type Value = string | number | boolean;

const kinds = choicesOf({ text: "the text", number: "the number", truth: "true or false" });
const anyKind = { value: "any", label: "any value" } as const;
type Kind = (typeof kinds)[number]["value"] | "any";

const kindOf = (value: Value | undefined): Kind => {
  if (value === undefined) return "any";
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "truth" : "text";
};
const first: Record<Kind, Value | undefined> = { text: "", number: 0, truth: true, any: undefined };

interface ClaimValueProps {
  /** Undefined: any value. */
  value: Value | undefined;
  /** Whether any value satisfies the rule. */
  mayBeAny?: boolean;
  onChange: (next: Value | undefined) => void;
}

/** The value that a claim must have, with its type, because `1` and `"1"` are different values. */
export function ClaimValue({ value, mayBeAny = false, onChange }: ClaimValueProps) {
  const kind = kindOf(value);
  return (
    <div className="flex min-w-56 flex-1 gap-2 *:shrink-0 [&>input]:shrink">
      <Select
        aria-label="Kind of value"
        size="sm"
        value={kind}
        choices={mayBeAny ? [...kinds, anyKind] : kinds}
        onChange={(next) => onChange(next === kind ? value : first[next])}
      />
      {kind === "truth" && (
        <Select
          aria-label="Value"
          size="sm"
          value={String(value)}
          choices={choicesOf({ true: "true", false: "false" })}
          onChange={(next) => onChange(next === "true")}
        />
      )}
      {(kind === "text" || kind === "number") && (
        <input
          aria-label="Value"
          className={inputClass}
          type={kind}
          step="any"
          autoComplete="off"
          value={String(value)}
          onChange={({ target }) => onChange(kind === "number" ? target.valueAsNumber || 0 : target.value)}
        />
      )}
    </div>
  );
}
