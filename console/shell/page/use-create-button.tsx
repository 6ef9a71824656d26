import type { OperationName } from "@ferrule/contract/operations.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { Plus } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { Button } from "../../components/button/button.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";

/**
 * The button of a list's page that opens the form for a new item. The key c does the same.
 * @param operation creates the item; the button is disabled for users who may not call it
 * @param label for example `New Function`
 * @param environment the item's environment, if it belongs to one
 */
export function useCreateButton(
  operation: OperationName,
  label: string,
  onCreate: () => void,
  environment?: Environment,
) {
  const forbidden = useDisabledReason(operation, environment);
  useShortcuts([{ keys: "c", does: label, run: () => forbidden === null && onCreate() }]);
  return (
    <Button
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={forbidden}
      onClick={onCreate}
    >
      {label}
    </Button>
  );
}
