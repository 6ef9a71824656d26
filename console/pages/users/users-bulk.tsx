import { RotateCcw } from "lucide-react";
import { useMe } from "../../api/session.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { disabling, enabling, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listUsers">;

const setStatus =
  (status: "active" | "disabled") =>
  ({ id: userId }: Row) => ({ params: { userId }, body: { status } });

/** What can be done to the chosen users. Nobody disables their own account. */
export function UsersBulk(props: BulkProps<Row>) {
  const { user: me } = useMe();
  return (
    <BulkBar
      {...props}
      noun={["user", "users"]}
      nameOf={({ email }) => email}
      acts={useActs([
        enabling("updateUser", setStatus("active"), {
          icon: RotateCcw,
          takes: ({ status }) => status === "disabled",
          none: "None of them is disabled.",
          description: "They can sign in again.",
        }),
        disabling("updateUser", setStatus("disabled"), {
          takes: ({ id, status }) => status === "active" && id !== me.id,
          none: "Only active users other than yourself can be disabled.",
          description: "You can enable them again. Their endpoints, keys and crons keep running.",
          consequences: [
            "All their sessions end at once.",
            "Their API tokens are rejected until you enable them again.",
          ],
          isFinal: true,
        }),
      ])}
    />
  );
}
