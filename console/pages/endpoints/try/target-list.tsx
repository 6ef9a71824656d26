interface TargetListProps {
  /** `Tools` or `Routes`. */
  label: string;
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Chooses the target to call: a column, or on narrow screens a row that scrolls. */
export const TargetList = ({ label, names, chosen, onChoose }: TargetListProps) => (
  <div
    role="group"
    aria-label={label}
    className="flex max-h-128 gap-1 overflow-auto p-2 max-md:border-b max-md:border-line md:flex-col"
  >
    {names.map((name) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === chosen}
        className="min-h-8 shrink-0 rounded-md px-2.5 text-left font-mono text-xs break-all text-muted hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink max-md:max-w-56 max-md:truncate"
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
    ))}
  </div>
);
