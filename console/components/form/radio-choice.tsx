import { useId, type ReactNode } from "react";
import { classNames } from "../class-names.ts";

interface RadioChoiceProps {
  /** The name of the group. */
  name: string;
  label: string;
  detail: ReactNode;
  isChosen: boolean;
  /** Why it cannot be chosen. It stays in the tab order, so that the reason can be read. */
  disabledReason?: string | null | undefined;
  /** The id of another element that gives the reason; the choice then needs none of its own. */
  forbiddenBy?: string | undefined;
  onChoose: () => void;
}

/** One of a few choices with their meanings. A disabled choice says why, to screen readers too. */
export function RadioChoice({
  name,
  label,
  detail,
  isChosen,
  disabledReason,
  forbiddenBy,
  onChoose,
}: RadioChoiceProps) {
  const reasonId = useId();
  const hasReason = disabledReason !== null && disabledReason !== undefined && disabledReason !== "";
  const isForbidden = hasReason || forbiddenBy !== undefined;
  return (
    <label
      className={classNames(
        "flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft",
        isForbidden && "cursor-not-allowed bg-sunken",
      )}
    >
      <input
        type="radio"
        name={name}
        className="mt-1"
        checked={isChosen}
        aria-disabled={isForbidden || undefined}
        aria-describedby={classNames(hasReason && reasonId, forbiddenBy) || undefined}
        onChange={() => {
          if (!isForbidden) onChoose();
        }}
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-muted">{detail}</span>
        {hasReason && (
          <span id={reasonId} className="block text-xs text-muted italic">
            {disabledReason}
          </span>
        )}
      </span>
    </label>
  );
}
