import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { inputClass } from "../input-class.ts";
import { optionClass, popupClass, type Choice } from "./select.tsx";

interface ComboboxProps {
  value: string | null;
  choices: readonly Choice<string>[];
  onChange: (value: string) => void;
  id?: string;
  placeholder?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

/** Picks one of many by typing a part of its name. */
export function Combobox({ value, choices, onChange, id, placeholder, ...aria }: ComboboxProps) {
  return (
    <Base.Root
      items={choices}
      value={choices.find((choice) => choice.value === value) ?? null}
      onValueChange={(next: Choice<string> | null) => next && onChange(next.value)}
    >
      <Base.InputGroup className="relative">
        <Base.Input {...aria} id={id} placeholder={placeholder} className={inputClass} />
        <Base.Trigger
          aria-label="Show all"
          className="absolute inset-y-0 right-1 grid w-6 place-items-center text-faint"
        >
          <ChevronsUpDown aria-hidden size={14} />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={popupClass}>
            <Base.Empty className="text-sm text-muted not-empty:px-2 not-empty:py-2">No matches.</Base.Empty>
            <Base.List>
              {(choice: Choice<string>) => (
                <Base.Item key={choice.value} value={choice} className={optionClass}>
                  <Base.ItemIndicator>
                    <Check aria-hidden size={14} />
                  </Base.ItemIndicator>
                  <span className="col-start-2 min-w-0">
                    <span className="block truncate">{choice.label}</span>
                    {choice.detail !== undefined && (
                      <span className="block truncate text-xs text-muted">{choice.detail}</span>
                    )}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
