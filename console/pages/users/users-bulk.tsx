import { Ban, RotateCcw } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import { useMe } from "../../api/session.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";

type Row = ItemOf<"listUsers">;

const setStatus =
  (status: "active" | "disabled") =>
  ({ id, revision }: Row) =>
    bareApi.updateUser({ params: { userId: id }, body: { status }, headers: ifMatch(revision) });

/** What can be done to the chosen users. Nobody disables their own account. */
export function UsersBulk(props: BulkProps<Row>) {
  const { user: me } = useMe();
  const forbidden = useDisabledReason("updateUser");
  return (
    <BulkBar
      {...props}
      noun={["user", "users"]}
      nameOf={({ email }) => email}
      acts={[
        {
          verb: "Enable",
          done: "enabled",
          icon: RotateCcw,
          operation: "updateUser",
          forbidden,
          takes: ({ status }) => status === "disabled",
          none: "None of them is disabled.",
          description: "They can sign in again.",
          kind: "primary",
          call: setStatus("active"),
        },
        {
          verb: "Disable",
          done: "disabled",
          icon: Ban,
          operation: "updateUser",
          forbidden,
          takes: ({ id, status }) => status === "active" && id !== me.id,
          none: "Only active users other than yourself can be disabled.",
          description: "You can enable them again. Their endpoints, keys and crons keep running.",
          consequences: [
            "All their sessions end at once.",
            "Their API tokens are rejected until you enable them again.",
          ],
          isFinal: true,
          call: setStatus("disabled"),
        },
      ]}
    />
  );
}
