import { Rocket } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { count } from "../../components/format.ts";
import { deployShown } from "../page/deploy-shown.ts";

/** Other users edit the same drafts, so poll. Changes in this tab are counted at once. */
const readAgainMs = 10_000;

/** The number of draft changes that Development does not serve yet, and a way to deploy them from any page. */
export function DeployButton() {
  const { data } = useOperation("countPendingChanges", {}, { refetchInterval: readAgainMs });
  const forbidden = useDisabledReason("createDeployment", "development");
  if (!data) return null;
  const { changes } = data;
  if (changes === 0) return <span className="px-1 text-xs text-muted sm:max-lg:hidden">No changes</span>;
  return (
    <Button
      size="sm"
      icon={Rocket}
      className="min-w-0 shrink"
      disabledReason={forbidden}
      onClick={() => deployShown.set(true)}
    >
      <span className="truncate">
        {count(changes)}
        <span className="max-lg:sr-only"> {changes === 1 ? "change" : "changes"}</span>
        <span className="sm:max-lg:sr-only"> · Deploy</span>
      </span>
    </Button>
  );
}
