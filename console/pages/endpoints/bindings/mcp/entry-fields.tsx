import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { announce } from "../../../../components/announce.tsx";
import { Button, IconButton } from "../../../../components/button/button.tsx";
import { Field } from "../../../../components/form/field.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";

interface EntryFieldsProps<Entry> {
  /** The field of the form: its value is a list. */
  name: string;
  label: string;
  hint?: ReactNode;
  entries: readonly Entry[];
  /** One entry in a word, for the names of its buttons: `argument`. */
  word: string;
  added: Entry;
  /** How many there may be. */
  most: number;
  /** Whether their order means something. */
  isOrdered?: boolean;
  /** The fields of one entry; `name` begins the names of them: `arguments.0`. */
  children: (entry: Entry, name: string, place: number) => ReactNode;
}

interface EntryHeadProps {
  word: string;
  place: number;
  /** How many places there are to move to. */
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** The name of an entry, with the buttons that move and remove it. */
const EntryHead = ({ word, place, count, onMove, onRemove }: EntryHeadProps) => (
  <div className="flex items-center gap-1 text-xs font-medium text-muted">
    <span className="mr-auto">{`${word.charAt(0).toUpperCase()}${word.slice(1)} ${place + 1}`}</span>
    {count > 1 && (
      <>
        <IconButton
          size="sm"
          icon={ArrowUp}
          label={`Move ${word} ${place + 1} up`}
          disabledReason={place === 0 ? "It is the first one." : null}
          onClick={() => onMove(place - 1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label={`Move ${word} ${place + 1} down`}
          disabledReason={place === count - 1 ? "It is the last one." : null}
          onClick={() => onMove(place + 1)}
        />
      </>
    )}
    <IconButton size="sm" icon={Trash2} label={`Remove ${word} ${place + 1}`} onClick={onRemove} />
  </div>
);

/** A list of a form, whose entries have fields of their own: add, remove, and move where the order counts. */
export function EntryFields<Entry>(props: EntryFieldsProps<Entry>) {
  const { name, label, hint, entries, word, added, most, isOrdered = false } = props;
  const form = useFormApi();
  const set = (next: readonly Entry[]) => form.setFieldValue(name, next);
  const move = (from: number, to: number) => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
    announce(`The ${word} ${from + 1} is now ${to + 1}`);
  };
  const isFull = entries.length >= most ? `There are at most ${most}.` : null;
  return (
    <Field name={name} label={label} hint={hint}>
      {({ id, value: _value, onChange: _onChange, ...control }) => (
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- the label and the problem belong to all entries
        <div id={id} role="group" aria-label={label} {...control} aria-invalid={undefined} className="grid gap-2">
          {entries.map((entry, place) => (
            <fieldset
              // oxlint-disable-next-line react/no-array-index-key -- entries have no other identity
              key={place}
              className="grid gap-3 rounded-md border border-line bg-sunken p-3"
            >
              <legend className="quiet">{`${word} ${place + 1}`}</legend>
              <EntryHead
                word={word}
                place={place}
                count={isOrdered ? entries.length : 1}
                onMove={(to) => move(place, to)}
                onRemove={() => set(entries.filter((_, at) => at !== place))}
              />
              {props.children(entry, `${name}.${place}`, place)}
            </fieldset>
          ))}
          <div>
            <Button size="sm" icon={Plus} disabledReason={isFull} onClick={() => set([...entries, added])}>
              {`Add ${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`}
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
