import { Plus, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../../../components/button/button.tsx";
import { offeringNames, type PickSource } from "../../../../components/choose/pick-source.ts";
import { Picker } from "../../../../components/choose/picker.tsx";
import { Labelled, type Control } from "../../../../components/form/labelled.tsx";
import { inputClass } from "../../../../components/input-class.ts";

interface NameListProps {
  label: string;
  hint: string;
  placeholder: string;
  values: readonly string[];
  /** Names to suggest while typing. */
  known?: readonly string[];
  /** A hook: further suggestions for a text, searched by the server. */
  useFound?: (text: string) => readonly string[];
  /** Picks names of things that exist instead, and offers a typed name as one that does not exist yet. */
  pick?: PickSource;
  /** Beside a picker: makes one more thing and adds its name. */
  make?: (onMade: (name: string) => void) => ReactNode;
  /** Why a text is not a valid name; null if it is valid. */
  problemOf: (text: string) => string | null;
  onChange: (values: string[]) => void;
}

const useNothing = (): readonly string[] => [];

interface ChipsProps {
  names: readonly string[];
  onRemove: (name: string) => void;
}

const Chips = ({ names, onRemove }: ChipsProps) => (
  <ul className="flex flex-wrap gap-1.5">
    {names.map((name) => (
      <li
        key={name}
        className="inline-flex max-w-full items-center gap-1 rounded-sm border border-line bg-sunken pl-2 font-mono text-xs"
      >
        <span className="break-all">{name}</span>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className="grid size-6 place-items-center text-muted hover:text-ink"
          onClick={() => onRemove(name)}
        >
          <X aria-hidden size={12} />
        </button>
      </li>
    ))}
  </ul>
);

interface TypedNameProps {
  control: Control;
  text: string;
  offered: ReadonlySet<string>;
  placeholder: string;
  onText: (text: string) => void;
  onAdd: () => void;
}

/** A name to type, with names to choose from. */
const TypedName = ({ control, text, offered, placeholder, onText, onAdd }: TypedNameProps) => (
  <div className="flex gap-2">
    <input
      {...control}
      className={`${inputClass} font-mono`}
      value={text}
      list={`${control.id}-known`}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onAdd();
      }}
    />
    <datalist id={`${control.id}-known`}>
      {[...offered].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
    <Button icon={Plus} onClick={onAdd}>
      Add
    </Button>
  </div>
);

/** Names that the user adds and removes one by one. */
export function NameList({
  label,
  hint,
  placeholder,
  values,
  known = [],
  useFound = useNothing,
  pick,
  make,
  problemOf,
  onChange,
}: NameListProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const offered = new Set([...known, ...useFound(text)]).difference(new Set(values));
  const add = (given = text) => {
    const name = given.trim();
    const found = name === "" ? null : values.includes(name) ? "Already in the list." : problemOf(name);
    setProblem(found);
    if (name === "" || found !== null) return;
    setText("");
    onChange([...values, name]);
  };
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          {values.length > 0 && (
            <Chips names={values} onRemove={(name) => onChange(values.filter((one) => one !== name))} />
          )}
          {pick === undefined ? (
            <TypedName
              control={control}
              text={text}
              offered={offered}
              placeholder={placeholder}
              onText={setText}
              onAdd={() => add()}
            />
          ) : (
            <div className="flex gap-2 *:first:flex-1">
              <Picker
                {...control}
                source={offeringNames(pick, known, (name) => problemOf(name) === null)}
                value={null}
                placeholder={placeholder}
                onChange={(name) => add(name)}
              />
              {make?.((name) => add(name))}
            </div>
          )}
        </>
      )}
    </Labelled>
  );
}
