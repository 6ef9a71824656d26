import { createStore } from "../api/store.ts";
import { exactTime, relativeTime } from "./format.ts";
import { Tooltip } from "./tooltip.tsx";

const now = createStore(Date.now());
window.setInterval(() => {
  if (document.visibilityState === "visible") now.set(Date.now());
}, 10_000);

/** A time, relative to now; the exact one on hover and focus. */
export function Time({ at, plain = false }: { at: string; plain?: boolean }) {
  const text = relativeTime(at, Math.max(now.use(), Date.now()));
  const element = (
    <time dateTime={at} className="whitespace-nowrap" {...(plain ? { title: exactTime(at) } : { tabIndex: 0 })}>
      {text}
    </time>
  );
  return plain ? element : <Tooltip text={exactTime(at)}>{element}</Tooltip>;
}
