import { Plus, Trash2 } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Button, IconButton } from "../../../components/button/button.tsx";

interface Placed<Entry> {
  /** From 0. */
  index: number;
  set: (next: Entry) => void;
  remove: () => void;
}

interface EntryListProps<Entry> {
  title: string;
  hint: string;
  value: readonly Entry[];
  onChange: (next: Entry[]) => void;
  /** The button that adds `added` at the end. */
  add: string;
  added: Entry;
  /** Why the user cannot add more. */
  isFull: string | null;
  children: (entry: Entry, placed: Placed<Entry>) => ReactNode;
}

/** A policy's entries, edited in place. They may not have names yet, so the index is their key. */
export const EntryList = <Entry,>(props: EntryListProps<Entry>) => {
  const { value, onChange } = props;
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{props.title}</p>
      <p className="text-xs text-muted">{props.hint}</p>
      {value.map((entry, index) => (
        <Fragment key={index}>
          {props.children(entry, {
            index,
            set: (next) => onChange(value.map((one, at) => (at === index ? next : one))),
            remove: () => onChange(value.filter((_, at) => at !== index)),
          })}
        </Fragment>
      ))}
      <div>
        <Button size="sm" icon={Plus} disabledReason={props.isFull} onClick={() => onChange([...value, props.added])}>
          {props.add}
        </Button>
      </div>
    </div>
  );
};

/** One entry in a row, with the button that removes it. `name` is `quota 1`, for example. */
export const EntryRow = ({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) => (
  <fieldset className="flex flex-wrap items-center gap-2">
    <legend className="quiet">{name}</legend>
    {children}
    <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
  </fieldset>
);
