import { useEffect, useState } from "react";

/** A value once it has not changed for a while (debounced), such as typed text once typing pauses. */
export function useSettled<T>(value: T, pauseMs = 150): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
