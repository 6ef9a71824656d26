import { createStore } from "../api/store.ts";
import { announce } from "./announce.tsx";
import { classNames } from "./class-names.ts";
import { clockTime, duration, exactTime, momentText, relativeTime } from "./format.ts";
import { Tooltip } from "./tooltip.tsx";

const now = createStore(Date.now());
window.setInterval(() => {
  if (document.visibilityState === "visible") now.set(Date.now());
}, 10_000);

/** Shows all times exactly, or relative to now again. `base.css` swaps them. */
function swapAll(): void {
  const { dataset } = document.documentElement;
  const isExact = dataset["times"] !== "exact";
  dataset["times"] = isExact ? "exact" : "relative";
  announce(isExact ? "Times are exact" : "Times are relative");
}

interface TimeProps {
  /** RFC 3339; null: never. */
  at: string | null;
  /** For tables and logs: no tab stop and no tooltip of its own. A row or a log that has the focus shows the exact time. */
  plain?: boolean;
  /** Only text, for a link or a button around it. */
  inert?: boolean;
  /** Shows milliseconds instead of a time relative to now, if the screen is wide enough: for lists ordered by time. */
  exact?: boolean;
  /** The time from which it is counted, in milliseconds since 1970, instead of now: `+38 ms`. */
  since?: number;
}

/** A time relative to now. Hover and focus show the exact one; a press shows all times exactly, in place. */
export function Time({ at, plain = false, inert = false, exact = false, since }: TimeProps) {
  const present = Math.max(now.use(), Date.now());
  if (at === null) return <span className="text-faint">never</span>;
  const isCounted = since !== undefined;
  const relative = isCounted ? `+${duration(Math.max(0, Date.parse(at) - since))}` : relativeTime(at, present);
  const swapped = isCounted ? clockTime(at, present) : momentText(at, present, exact);
  const element = (
    <time dateTime={at} data-exact={swapped} title={inert ? exactTime(at) : undefined}>
      <span className={exact ? "sm:hidden" : undefined}>{relative}</span>
      {exact && <span className="max-sm:hidden">{clockTime(at, present)}</span>}
    </time>
  );
  if (inert) return element;
  const button = (
    <button
      type="button"
      tabIndex={plain ? -1 : undefined}
      title={plain ? exactTime(at) : undefined}
      // In a row of a table there is room for a finger. In a text, the lines around it may have links.
      className={classNames(
        "-my-0.5 rounded-sm py-0.5 text-left whitespace-nowrap",
        plain && "pointer-coarse:-my-3 pointer-coarse:py-3",
      )}
      // The row keeps the focus. Otherwise its time would change under the pointer, and the press would miss it.
      onMouseDown={(event) => plain && event.preventDefault()}
      onClick={swapAll}
    >
      {element}
    </button>
  );
  return plain ? button : <Tooltip text={exactTime(at)}>{button}</Tooltip>;
}
