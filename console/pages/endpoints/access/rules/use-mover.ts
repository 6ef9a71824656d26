import { useRef } from "react";
import { announce } from "../../../../components/announce.tsx";

/** Moves a rule within its list. `list` is the element around the rules' `RuleHeader`s. */
export function useMover<Rule>(rules: readonly Rule[], onChange: (next: Rule[]) => void) {
  const list = useRef<HTMLDivElement>(null);
  const move = (from: number, to: number) => {
    const next = [...rules];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
    announce(`Rule ${from + 1} is now rule ${to + 1}`);
    // The moved rule keeps the focus, so the same key moves it further.
    const mover = list.current?.querySelector<HTMLElement>(`[data-mover="${to}-${to < from ? "up" : "down"}"]`);
    mover?.focus();
  };
  return { list, move };
}
