import { classNames } from "../class-names.ts";

interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** Picks one of two to four visible choices; takes effect at once. */
export const Segmented = <V extends string>({ label, value, choices, onChange }: SegmentedProps<V>) => (
  <div
    role="group"
    aria-label={label}
    className="flex h-8 shrink-0 items-center rounded-md pointer-coarse:h-auto border border-line-strong bg-surface p-0.5"
  >
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        className={classNames(
          "pointer-coarse:finger h-full rounded-sm px-2.5 text-xs font-medium",
          choice.value === value ? "bg-selected text-ink" : "text-muted hover:text-ink",
        )}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </div>
);
