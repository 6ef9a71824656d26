import { Check } from "lucide-react";

/** A step's number, or a mark when it is done. */
export const StepMark = ({ number, done }: { number: number; done: boolean }) =>
  done ? (
    <span
      role="img"
      aria-label="done"
      className="grid size-6 shrink-0 place-items-center rounded-full border border-good-line bg-good-soft text-good"
    >
      <Check aria-hidden size={14} strokeWidth={2.4} />
    </span>
  ) : (
    <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-xs font-medium text-muted">
      {number}
    </span>
  );
