import { Ban, Check, KeyRound } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";

type User = ItemOf<"listUsers">;

/** Whether a user may sign in, or has not yet done so with their own password. */
export function UserBadge({ user: { status, mustChangePassword, lastLoginAt } }: { user: User }) {
  if (status === "disabled")
    return (
      <Badge tone="bad" icon={Ban}>
        Disabled
      </Badge>
    );
  if (mustChangePassword)
    return (
      <Badge tone="warn" icon={KeyRound}>
        {lastLoginAt === null ? "Invited" : "Password not set"}
      </Badge>
    );
  return (
    <Badge tone="good" icon={Check}>
      Active
    </Badge>
  );
}
