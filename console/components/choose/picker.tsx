import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { useRef, useState, type ReactElement } from "react";
import { count } from "../format.ts";
import { inputClass } from "../input-class.ts";
import type { PickPages, PickSource } from "./pick-source.ts";
import { optionClass, popupClass, type Choice } from "./select.tsx";
import { useSettled } from "../use-settled.ts";

interface PickerProps {
  source: PickSource;
  value: string | null;
  onChange: (value: string, choice: Choice<string>) => void;
  id?: string;
  placeholder?: string;
  /** The button that opens the popup, which then has the text field. Without one, the picker itself is a text field. */
  trigger?: ReactElement;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

const showMore: Choice<string> = { value: "\0more", label: "Show more" };

/**
 * Enter picks the first match, even one that arrives from the server after the last key. The type allows only a
 * boolean, which loses the highlight while nothing matches.
 */
const firstIsNext = { autoHighlight: "always" as unknown as true };

/**
 * The choices that match the typed text. Until the server answers, the previous matches are filtered in the browser.
 */
function fitting({ choices = [] }: PickPages, text: string, isSettled: boolean): readonly Choice<string>[] {
  if (isSettled) return choices;
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ label, detail = "" }) => `${label} ${detail}`.toLowerCase().includes(wanted));
}

const PickOption = ({ choice }: { choice: Choice<string> }) => (
  <Base.Item value={choice} className={optionClass}>
    <Base.ItemIndicator>
      <Check aria-hidden size={14} />
    </Base.ItemIndicator>
    <span className="col-start-2 min-w-0">
      <span className={choice === showMore ? "block text-accent" : "block truncate"}>{choice.label}</span>
      {choice.detail !== undefined && <span className="block truncate text-xs text-muted">{choice.detail}</span>}
    </span>
  </Base.Item>
);

/** The message while the list has no choice or is still loading. */
function stateOf({ error, hasMore }: PickPages, found: number, isSearching: boolean, none: string): string {
  if (error) return "Could not load the list. Type to try again.";
  if (isSearching && found === 0) return "Searching…";
  return found === 0 ? none : `${count(found)}${hasMore ? " or more" : ""} found`;
}

/** The choices that match the typed text, and the message about them. */
function useMatches(source: PickSource, text: string, isOpen: boolean) {
  const asked = useSettled(text);
  const pages = source.useFound(asked, isOpen);
  const isSearching = asked !== text || pages.isFetching;
  const found = fitting(pages, text, !isSearching);
  return {
    items: pages.hasMore && !isSearching ? [...found, showMore] : found,
    isEmpty: found.length === 0,
    state: stateOf(pages, found.length, isSearching, asked === "" ? source.none : `No matches for “${asked}”.`),
    more: pages.more,
  };
}

interface ChoicesProps {
  label: string;
  /** The text field, if the popup has it. */
  input: ReactElement | undefined;
  state: string;
  isEmpty: boolean;
}

/** The popup. With the text field inside it is a dialog; otherwise its messages need a landmark. */
const Choices = ({ label, input, state, isEmpty }: ChoicesProps) => (
  <Base.Portal>
    <Base.Positioner align="start" sideOffset={4} className="z-50 outline-none">
      <Base.Popup
        className={`${popupClass} ${input ? "w-72" : ""}`}
        aria-label={label}
        {...(input ? {} : { role: "region" })}
      >
        {input && (
          <span className="relative mb-1 block">
            <Search aria-hidden size={14} className="absolute inset-y-0 left-2.5 my-auto text-faint" />
            {input}
          </span>
        )}
        <Base.Status className={isEmpty ? "px-2 py-2 text-sm text-muted" : "quiet"}>{state}</Base.Status>
        <Base.List>{(choice: Choice<string>) => <PickOption key={choice.value} choice={choice} />}</Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
);

/** The text field as the picker itself, with a button that shows all choices. */
const InputWithButton = ({ children }: { children: ReactElement }) => (
  <Base.InputGroup className="relative">
    {children}
    <Base.Trigger aria-label="Show all" className="absolute inset-y-0 right-1 grid w-6 place-items-center text-faint">
      <ChevronsUpDown aria-hidden size={14} />
    </Base.Trigger>
  </Base.InputGroup>
);

/**
 * Picks one of any number by typing a part of its name; the server searches, page by page. It is a combobox of the ARIA
 * practices: arrows move, Enter picks, Escape closes; the number of matches is announced.
 */
export function Picker({ source, value, onChange, id, placeholder, trigger, ...aria }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  /** What the user has typed since it was opened. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The last pick, whose label we know without asking the server. */
  const [picked, setPicked] = useState<Choice<string> | null>(null);
  const keepsOpen = useRef(false);
  const text = typed?.trim() ?? "";
  const { items, more, ...matches } = useMatches(source, text, isOpen);
  const known = source.useChosen(value);
  const chosen = value === null ? null : (known ?? (picked?.value === value ? picked : { value, label: value }));
  const className = trigger ? `${inputClass} pl-8` : inputClass;
  const input = <Base.Input {...aria} id={id} placeholder={placeholder} className={className} spellCheck={false} />;
  return (
    <Base.Root
      items={items}
      filter={null}
      {...(text === "" ? {} : firstIsNext)}
      value={chosen}
      isItemEqualToValue={(one: Choice<string>, other: Choice<string>) => one.value === other.value}
      inputValue={typed ?? (trigger ? "" : (chosen?.label ?? ""))}
      onInputValueChange={(next, { reason }) => {
        if (reason === "input-change" || reason === "input-clear") setTyped(next);
      }}
      open={isOpen}
      onOpenChange={(open, details) => {
        if (!open && keepsOpen.current) {
          keepsOpen.current = false;
          return details.cancel();
        }
        setOpen(open);
        if (!open) setTyped(null);
      }}
      onValueChange={(next: Choice<string> | null, details) => {
        if (next === null) return details.cancel();
        if (next.value !== showMore.value) {
          setPicked(next);
          return onChange(next.value, next);
        }
        // Only for this press; the next one may close it.
        keepsOpen.current = true;
        setTimeout(() => (keepsOpen.current = false));
        details.cancel();
        more();
      }}
    >
      {trigger ? (
        <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />
      ) : (
        <InputWithButton>{input}</InputWithButton>
      )}
      <Choices {...matches} label={aria["aria-label"] ?? "Choices"} input={trigger && input} />
    </Base.Root>
  );
}
