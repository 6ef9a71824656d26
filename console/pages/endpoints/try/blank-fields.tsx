import { useEffect, useId, useState } from "react";
import { Labelled } from "../../../components/form/labelled.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { useSettled } from "../../../components/use-settled.ts";
import { givenTexts, type Blank } from "./tried-offers.ts";

/** Asks the endpoint for values that begin with a text; none if it has none. */
export type Complete = (
  argument: { name: string; value: string },
  others: Record<string, string>,
  signal: AbortSignal,
) => Promise<readonly string[]>;

type Texts = Readonly<Record<string, string>>;

/** What the endpoint suggests for a text, half a second after it was typed. */
function useSuggestions(name: string, texts: Texts, complete: Complete, isOn: boolean): readonly string[] {
  const value = texts[name] ?? "";
  const typed = useSettled(value, 400);
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    const { [name]: _, ...others } = givenTexts(texts);
    void complete({ name, value: typed }, others, controller.signal).then((values) => {
      if (!controller.signal.aborted) setFound(values);
    });
    return () => controller.abort();
  }, [typed, isOn]);
  return found;
}

interface BlankFieldProps {
  blank: Blank;
  texts: Texts;
  complete: Complete;
  onChange: (text: string) => void;
}

function BlankField({ blank: { name, title, description, required }, texts, complete, onChange }: BlankFieldProps) {
  const listId = useId();
  const [isAsked, setAsked] = useState(false);
  const suggested = useSuggestions(name, texts, complete, isAsked);
  return (
    <Labelled label={title ?? name} hint={description} optional={!required}>
      {(control) => (
        <>
          <input
            {...control}
            className={inputClass}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            value={texts[name] ?? ""}
            onFocus={() => setAsked(true)}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={listId}>
            {suggested.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          {suggested.length > 0 && (
            <p role="status" className="text-xs text-muted">
              Suggested: {suggested.slice(0, 8).join(", ")}
              {suggested.length > 8 && " …"}
            </p>
          )}
        </>
      )}
    </Labelled>
  );
}

interface BlankFieldsProps {
  blanks: readonly Blank[];
  texts: Texts;
  complete: Complete;
  onChange: (texts: Record<string, string>) => void;
}

/** The arguments of a prompt or the variables of a template, with what the endpoint suggests for each. */
export const BlankFields = ({ blanks, texts, complete, onChange }: BlankFieldsProps) =>
  blanks.length === 0 ? (
    <p className="text-xs font-medium text-muted">Nothing to fill in</p>
  ) : (
    <div className="grid gap-3">
      {blanks.map((blank) => (
        <BlankField
          key={blank.name}
          blank={blank}
          texts={texts}
          complete={complete}
          onChange={(text) => onChange({ ...texts, [blank.name]: text })}
        />
      ))}
    </div>
  );
