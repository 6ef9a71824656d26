import { Search } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { classNames } from "../class-names.ts";
import { inputClass } from "../input-class.ts";

interface TextFilterProps {
  label: string;
  /** The current text from the URL. */
  value: string;
  /** Called once typing has paused, or at once on Enter. It never gets a text that `problemOf` refuses. */
  onChange: (value: string) => void;
  /** Why the server would refuse a search text; undefined when it is valid. */
  problemOf?: (value: string) => string | undefined;
  placeholder?: string;
  width?: string;
  mono?: boolean;
}

const pauseMs = 350;

/** Filters a list by a text that is kept in the URL. */
export function TextFilter({
  label,
  value,
  onChange,
  problemOf,
  placeholder,
  width = "w-56",
  mono = false,
}: TextFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    // The value changed from outside: the back button, or a cleared filter.
    setSeen(value);
    setTyped(value);
  }
  const problem = typed === value ? undefined : problemOf?.(typed);
  const isReady = typed !== value && problem === undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
    // A new `onChange` on each render must not restart the pause.
    // oxlint-disable-next-line react/exhaustive-deps -- onChange is new at every render
  }, [isReady, typed]);
  return (
    <div className="grid gap-1 max-sm:w-full">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-xs font-medium text-muted max-sm:w-20">
          {label}
        </label>
        <span className={classNames("relative max-sm:w-auto max-sm:min-w-0 max-sm:flex-1", width)}>
          <Search aria-hidden size={14} className="absolute inset-y-0 left-2.5 my-auto text-faint" />
          <input
            id={id}
            className={classNames(inputClass, "pl-8", mono && "font-mono")}
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => key === "Enter" && isReady && onChange(typed)}
          />
        </span>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs font-medium text-bad">
          {label} {problem}.
        </p>
      )}
    </div>
  );
}
