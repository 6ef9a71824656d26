import { useEffect, type RefObject } from "react";

/**
 * Moves the focus to the first field with a problem each time the server has refused the form. It waits until the
 * problems are drawn, which on a busy machine takes longer than one frame.
 */
export function useFocusProblem(form: RefObject<HTMLElement | null>, error: Error | null): void {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus();
  }, [form, error]);
}
