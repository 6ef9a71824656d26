import { Fragment } from "react";
import { isMac } from "./shortcuts.ts";

const signs: Record<string, string> = isMac
  ? { Mod: "⌘", Enter: "↵", Shift: "⇧", Alt: "⌥" }
  : { Mod: "Ctrl", Enter: "Enter" };

/** Keys as they appear on the keyboard: `Mod+k` is Ctrl K, or ⌘K on a Mac. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    {keys.split(/[+ ]/).map((key, index) => (
      <Fragment key={key}>
        {index > 0 && keys.includes(" ") && <span className="text-2xs text-faint">then</span>}
        <kbd className="min-w-5 rounded-sm border border-line-strong bg-sunken px-1 text-center font-sans text-2xs text-muted">
          {signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </kbd>
      </Fragment>
    ))}
  </span>
);
