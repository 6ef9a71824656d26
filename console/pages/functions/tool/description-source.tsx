import { CornerDownRight } from "lucide-react";

interface DescriptionSourceProps {
  isOverridden: boolean;
  /** Makes it follow the Function again; undefined if this page cannot change it. */
  onFollow?: (() => void) | undefined;
}

/** Shows the source of a tool's description, and lets the tool follow the Function again. */
export const DescriptionSource = ({ isOverridden, onFollow }: DescriptionSourceProps) => (
  <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
    <CornerDownRight aria-hidden size={12} className="text-faint" />
    {isOverridden ? "Overridden here" : "From the Function"}
    {isOverridden && onFollow !== undefined && (
      <button type="button" className="link" onClick={onFollow}>
        Use the Function&apos;s description
      </button>
    )}
  </p>
);
