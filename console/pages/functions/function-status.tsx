import { Check, CircleDashed, PencilLine } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";

/** Whether Development serves the current draft. */
export function FunctionStatus({ status }: { status: ItemOf<"listFunctions">["status"] }) {
  if (status === "deployed") {
    return (
      <Badge tone="good" icon={Check}>
        Deployed
      </Badge>
    );
  }
  return status === "changed" ? (
    <span title="The draft is newer than what Development serves.">
      <Badge tone="warn" icon={PencilLine}>
        Undeployed edits
      </Badge>
    </span>
  ) : (
    <Badge icon={CircleDashed}>Draft</Badge>
  );
}
