import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { Fragment, type ReactElement } from "react";
import { classNames } from "../class-names.ts";

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  /** Shown after the label: a state or a shortcut. */
  hint?: string;
  danger?: boolean;
  checked?: boolean;
  disabledReason?: string | null;
  onSelect: () => void;
}

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Groups of entries, separated by lines. */
  groups: readonly { title?: string; entries: readonly MenuEntry[] }[];
  align?: "start" | "center" | "end";
}

const entryClass =
  "pointer-coarse:finger flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:cursor-not-allowed";

function Entry({ entry }: { entry: MenuEntry }) {
  const { label, icon: Icon, hint, danger, checked, disabledReason, onSelect } = entry;
  return (
    <Base.Item
      disabled={Boolean(disabledReason)}
      onClick={onSelect}
      className={classNames(entryClass, danger === true && "text-bad")}
    >
      {Icon && <Icon aria-hidden size={15} strokeWidth={1.8} className={danger ? "" : "text-faint"} />}
      <span className="min-w-0 flex-1">
        <span className={classNames("block truncate", disabledReason && "opacity-60")}>{label}</span>
        {disabledReason && <span className="block max-w-64 text-xs text-faint">{disabledReason}</span>}
      </span>
      {hint !== undefined && <span className="text-xs text-faint">{hint}</span>}
      {checked === true && <span aria-label="selected" className="size-1.5 rounded-full bg-accent" role="img" />}
    </Base.Item>
  );
}

/** A menu of actions. A forbidden action is listed with the reason. */
export function Menu({ trigger, groups, align = "end" }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-40 outline-none">
          <Base.Popup className="popup-motion max-h-(--available-height) min-w-48 max-w-80 origin-(--transform-origin) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised outline-none">
            {groups.map((group, index) => (
              <Fragment key={group.title ?? index}>
                {index > 0 && <Base.Separator className="mx-1 my-1 h-px bg-line" />}
                <Base.Group>
                  {group.title !== undefined && (
                    <Base.GroupLabel className="truncate px-2 pt-1.5 pb-1 text-xs text-faint">
                      {group.title}
                    </Base.GroupLabel>
                  )}
                  {group.entries.map((entry) => (
                    <Entry key={entry.label} entry={entry} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
