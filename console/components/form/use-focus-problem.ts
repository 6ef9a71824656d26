import { useEffect, type RefObject } from "react";

/**
 * Moves the focus to the first field that has a problem, each time the server has refused what was sent: when the
 * problems are drawn, which on a busy machine is not by the next frame.
 */
export function useFocusProblem(form: RefObject<HTMLElement | null>, error: Error | null): void {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus();
  }, [form, error]);
}
