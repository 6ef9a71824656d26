import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type NoteTone = "neutral" | "good" | "warn" | "bad";

const tones: Record<NoteTone, [box: string, word: string]> = {
  neutral: ["border-line bg-sunken", "text-muted"],
  good: ["border-good-line bg-good-soft", "text-good"],
  warn: ["border-warn-line bg-warn-soft", "text-warn"],
  bad: ["border-bad-line bg-bad-soft", "text-bad"],
};

interface NoteProps {
  tone?: NoteTone;
  icon?: LucideIcon;
  title?: ReactNode;
  /** Shown at the end: a button. */
  action?: ReactNode;
  /** `status` for a note that appears while the user is on the page, so that screen readers announce it. */
  role?: "status";
  children?: ReactNode;
}

/** A message to read before continuing: a result, or a warning. For failures use `ErrorNote`. */
export function Note({ tone = "neutral", icon: Icon, title, action, role, children }: NoteProps) {
  const [box, word] = tones[tone];
  return (
    <div role={role} className={classNames("flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm", box)}>
      {Icon && <Icon aria-hidden size={16} className={classNames("mt-0.5 shrink-0", word)} />}
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className={classNames("font-medium", word)}>{title}</p>}
        {children !== undefined && <div className={title === undefined ? "" : "mt-0.5"}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
