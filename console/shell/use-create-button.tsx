import type { OperationName } from "@ferrule/contract/operations.ts";
import { Plus } from "lucide-react";
import { useDisabledReason } from "../api/disabled-reason.ts";
import { Button } from "../components/button/button.tsx";
import type { ButtonProps } from "../components/button/plain-button.tsx";
import { useShortcuts } from "../components/shortcuts.ts";

/**
 * The button of a list's page that opens the form for a new item. The key c does the same.
 * @param operation what creates the item; the button is disabled for users who may not call it
 * @param label such as `New Function`
 */
export function useCreateButton(
  operation: OperationName,
  label: string,
  onCreate: () => void,
  kind: NonNullable<ButtonProps["kind"]> = "primary",
) {
  const forbidden = useDisabledReason(operation);
  useShortcuts([{ keys: "c", does: label, run: () => forbidden === null && onCreate() }]);
  return (
    <Button kind={kind} icon={Plus} disabledReason={forbidden} onClick={onCreate}>
      {label}
    </Button>
  );
}
