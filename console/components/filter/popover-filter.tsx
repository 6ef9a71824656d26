import { Popover } from "@base-ui/react/popover";
import { Check, ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../button/button.tsx";
import type { Filter, OneFilterProps } from "./filter.ts";
import { inputClass } from "../input-class.ts";

interface TextFormProps {
  filter: Filter;
  value: unknown;
  /** An empty text removes the filter. */
  onSubmit: (value: string) => void;
}

/** Asks for the text. What the filter cannot read stays, with the reason. */
function TextForm({ filter: { label, placeholder, read, problem, show = String }, value, onSubmit }: TextFormProps) {
  const [text, setText] = useState(typeof value === "string" ? show(value) : "");
  const [isRefused, setRefused] = useState(false);
  const problemId = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.trim();
        const next = typed === "" || read === undefined ? typed : read(typed);
        setRefused(next === undefined);
        if (next !== undefined) onSubmit(next);
      }}
    >
      <span className="flex gap-2">
        <input
          aria-label={label}
          className={inputClass}
          value={text}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? problemId : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="primary">
          Filter
        </Button>
      </span>
      {isRefused && (
        <p id={problemId} role="alert" className="mt-1.5 text-xs font-medium text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}

/** A filter of a list by any text, entered in a popover. */
export function PopoverFilter({ filter, value, onChange }: OneFilterProps) {
  const { name, label } = filter;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
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
            <TextForm
              filter={filter}
              value={value}
              onSubmit={(next) => {
                onChange({ [name]: next === "" ? undefined : next });
                setOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
