import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmAction, type Refusal } from "../../components/overlay/confirm-action.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import type { FunctionDetail } from "./code/draft/fields.ts";
import { drafts } from "./code/draft/drafts.ts";

const kindNames: Record<string, string> = { mcp: "tool", http: "route", cron: "cron" };

/** What still uses the Function, according to the server's refusal. */
function heldBy(refusal: Refusal | null): string[] {
  const { bindings = [], deployments = [] } = refusal ?? {};
  const bound = bindings as { kind: string; name: string }[];
  const deployed = deployments as { environment: Environment; number: number }[];
  return [
    ...bound.map(
      ({ kind, name }) => `It is bound as the ${kindNames[kind] ?? kind} ${name}. Remove that binding first.`,
    ),
    ...deployed.map(({ environment, number }) => `#${number} in ${environmentNames[environment]} still calls it.`),
  ];
}

/** Asks before a Function is deleted. */
export function DeleteFunction({
  detail,
  open,
  onClose,
}: {
  detail: FunctionDetail;
  open: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      open={open}
      operation="deleteFunction"
      input={{ params: { functionId: detail.id } }}
      done={[`${detail.name} was deleted`]}
      onDone={() => {
        drafts.drop(detail.id);
        void navigate({ to: "/functions" });
      }}
      onClose={onClose}
      title={`Delete the Function ${detail.name}?`}
      description="Its revisions, test cases and grants are deleted too. Deployed versions are not deleted."
      consequences={heldBy}
      typedName={detail.slug}
      confirmLabel="Delete Function"
    />
  );
}
