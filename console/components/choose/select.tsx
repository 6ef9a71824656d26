import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { classNames } from "../class-names.ts";
import { inputClass, unsizedInputClass } from "../input-class.ts";

export interface Choice<V extends string> {
  value: V;
  label: string;
  /** Shown under the label in small type. */
  detail?: string;
}

interface SelectProps<V extends string> {
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  id?: string;
  /** The accessible name, if no visible label is beside it. */
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  size?: "sm" | "md";
}

/** The look of a choice's popup. */
export const popupClass =
  "popup-motion max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) max-w-96 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised outline-none";
export const optionClass =
  "pointer-coarse:finger grid min-h-8 cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover";

/** Picks one of a few values. */
export function Select<V extends string>({ value, choices, onChange, id, size = "md", ...aria }: SelectProps<V>) {
  return (
    <Base.Root items={choices} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Base.Trigger
        {...aria}
        id={id}
        className={classNames(
          size === "sm" ? `${unsizedInputClass} h-7 w-auto text-xs` : inputClass,
          "inline-flex items-center justify-between gap-2 text-left",
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden size={14} className="text-faint" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={popupClass}>
            <Base.List>
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value} className={optionClass}>
                  <Base.ItemIndicator>
                    <Check aria-hidden size={14} />
                  </Base.ItemIndicator>
                  <span className="col-start-2">
                    <Base.ItemText>{choice.label}</Base.ItemText>
                    {choice.detail !== undefined && <span className="block text-xs text-muted">{choice.detail}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
