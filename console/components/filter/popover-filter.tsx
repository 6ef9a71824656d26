import { Popover } from "@base-ui/react/popover";
import { Check, ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "../button/button.tsx";
import type { OneFilterProps } from "./filter.ts";
import { inputClass } from "../input-class.ts";

/** A filter of a list by any text, entered in a popover. */
export function PopoverFilter({ filter: { name, label, placeholder }, value, onChange }: OneFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setText(typeof value === "string" ? value : "");
        setOpen(open);
      }}
    >
      <Popover.Trigger
        render={
          <Button size="sm" icon={value === undefined ? ListFilter : Check}>
            {label}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={4} className="z-40 outline-none">
          <Popover.Popup
            aria-label={label}
            className="popup-motion w-72 rounded-lg border border-line bg-raised p-2 shadow-raised outline-none"
          >
            <form
              className="flex gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                onChange({ [name]: text.trim() === "" ? undefined : text.trim() });
                setOpen(false);
              }}
            >
              <input
                aria-label={label}
                className={inputClass}
                value={text}
                placeholder={placeholder}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setText(event.target.value)}
              />
              <Button type="submit" kind="primary">
                Filter
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
