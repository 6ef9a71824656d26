import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { CopyButton } from "../button/copy-button.tsx";
import { counted } from "../format.ts";

const openUntilDepth = 2;
const shownAtOnce = 100;

function Scalar({ value }: { value: unknown }) {
  if (typeof value === "string") return <span className="break-all text-syntax-string">{JSON.stringify(value)}</span>;
  if (typeof value === "number" || typeof value === "boolean")
    return <span className="text-syntax-number">{String(value)}</span>;
  return <span className="text-syntax-keyword">{String(value)}</span>;
}

function Branch({ name, value, depth }: { name: ReactNode; value: object; depth: number }) {
  const [open, setOpen] = useState(depth < openUntilDepth);
  const [shown, setShown] = useState(shownAtOnce);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const size = counted(entries.length, isList ? "item" : "field");
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="-ml-4 flex min-h-6 items-center gap-0.5 rounded-sm text-left hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden size={14} className={open ? "rotate-90 text-faint" : "text-faint"} />
        {name}
        <span className="text-faint">{open ? (isList ? "[" : "{") : `${isList ? "[…]" : "{…}"} ${size}`}</span>
      </button>
      {open && (
        <>
          <div className="border-l border-line pl-5">
            {entries.slice(0, shown).map(([key, inner]) => (
              <Node key={key} name={isList ? null : key} value={inner} depth={depth + 1} />
            ))}
            {entries.length > shown && (
              <button type="button" className="link" onClick={() => setShown(shown + 1_000)}>
                {entries.length - shown} more
              </button>
            )}
          </div>
          <span className="text-faint">{isList ? "]" : "}"}</span>
        </>
      )}
    </div>
  );
}

function Node({ name, value, depth }: { name: string | null; value: unknown; depth: number }) {
  const label = name !== null && <span className="mr-1 text-syntax-name">{name}:</span>;
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0)
    return <Branch name={label} value={value} depth={depth} />;
  return (
    <div>
      {label}
      {typeof value === "object" && value !== null ? (
        <span className="text-faint">{Array.isArray(value) ? "[]" : "{}"}</span>
      ) : (
        <Scalar value={value} />
      )}
    </div>
  );
}

/** All of it can be copied. All of it can be copied. */
export function JsonView({ value, label = "JSON" }: { value: unknown; label?: string }) {
  return (
    <div className="relative min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <div className="absolute top-0.5 right-0.5 rounded-md bg-sunken">
        <CopyButton text={JSON.stringify(value, null, 2) ?? "undefined"} label={`Copy ${label}`} />
      </div>
      <div
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        className="max-h-112 overflow-auto py-1.5 pr-9 pl-6 font-mono text-xs leading-6 outline-offset-[-2px]"
      >
        <Node name={null} value={value} depth={0} />
      </div>
    </div>
  );
}
