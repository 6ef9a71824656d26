import { CopyButton } from "../button/copy-button.tsx";
import { classNames } from "../class-names.ts";

/** How many characters of the end always stay visible. */
const endLength = 16;

interface AddressProps {
  /** All of it: hovering shows it, and the button copies it. */
  url: string;
  /** What to show of it; default: all. */
  shown?: string;
  /** Names what is copied: `Copy the address of orders`. */
  label: string;
  className?: string;
}

/**
 * An address on one line. A long one is cut in the middle, because its end tells it from its neighbours. A phone has no
 * room for both ends, so there it breaks.
 */
export function Address({ url, shown = url, label, className }: AddressProps) {
  const split = Math.max(0, shown.length - endLength);
  return (
    <span className={classNames("flex min-w-0 items-center gap-1", className)}>
      <code className="relative flex min-w-0 font-mono text-xs max-sm:block max-sm:break-all" title={url}>
        {/* At its narrowest it still says by its dots that something is left out. */}
        <span aria-hidden className={classNames("truncate max-sm:whitespace-normal", split > 0 && "min-w-3")}>
          {shown.slice(0, split)}
        </span>
        <span aria-hidden className="shrink-0">
          {shown.slice(split)}
        </span>
        <span className="quiet">{shown}</span>
      </code>
      <CopyButton text={url} label={label} />
    </span>
  );
}
