import { createStore } from "../api/store.ts";
import { clockTime, exactTime, relativeTime } from "./format.ts";
import { Tooltip } from "./tooltip.tsx";

const now = createStore(Date.now());
window.setInterval(() => {
  if (document.visibilityState === "visible") now.set(Date.now());
}, 10_000);

interface TimeProps {
  /** RFC 3339; null: never. */
  at: string | null;
  /** Without a tooltip of its own, for tables. */
  plain?: boolean;
  /** Shows milliseconds instead of a time relative to now, if the screen is wide enough: for lists ordered by time. */
  exact?: boolean;
}

/** A time relative to now; hover and focus show the exact one. */
export function Time({ at, plain = false, exact = false }: TimeProps) {
  const present = Math.max(now.use(), Date.now());
  if (at === null) return <span className="text-faint">never</span>;
  const relative = relativeTime(at, present);
  const text = exact ? (
    <>
      <span className="sm:hidden">{relative}</span>
      <span className="max-sm:hidden">{clockTime(at, present)}</span>
    </>
  ) : (
    relative
  );
  const element = (
    <time dateTime={at} className="whitespace-nowrap" {...(plain ? { title: exactTime(at) } : { tabIndex: 0 })}>
      {text}
    </time>
  );
  return plain ? element : <Tooltip text={exactTime(at)}>{element}</Tooltip>;
}
