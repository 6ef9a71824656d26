import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { useFormApi } from "./schema-form.tsx";

interface SubmitButtonProps {
  disabledReason?: string | null;
  /** Disabled until something has been changed. */
  onlyChanged?: boolean;
  children: ReactNode;
}

/** The button of a form in a page. It is disabled during the request. */
export function SubmitButton({ disabledReason = null, onlyChanged = false, children }: SubmitButtonProps) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={(state) => state}>
      {({ isSubmitting, isDirty }) => (
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={isSubmitting}
            disabledReason={disabledReason ?? (onlyChanged && !isDirty ? "No changes to save." : null)}
          >
            {children}
          </Button>
        </div>
      )}
    </form.Subscribe>
  );
}
