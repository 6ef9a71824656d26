import { useEffect, useState } from "react";

/**
 * Whether some time has passed since the caller was first shown: a second tap on the same place, meant for what was
 * there before, does nothing until then.
 */
export function useArmed(afterMs: number): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), afterMs);
    return () => window.clearTimeout(timer);
  }, [afterMs]);
  return isArmed;
}
