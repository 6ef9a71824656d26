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
    <Badge tone="warn" icon={PencilLine}>
      Changed since
    </Badge>
  ) : (
    <Badge icon={CircleDashed}>Draft</Badge>
  );
}
