import { LogOut } from "lucide-react";
import type { ItemOf } from "../../../api/use-operation.ts";
import type { BulkProps } from "../../../components/table/table.tsx";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../../bulk/make-acts.ts";
import { describeAgent } from "./describe-agent.ts";

type Row = ItemOf<"listSessions">;

/** What can be done to the chosen sessions. The one of this page ends by signing out. */
export const SessionsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["session", "sessions"]}
    nameOf={({ userAgent, ip }) => `${describeAgent(userAgent)} from ${ip}`}
    acts={useActs<Row>([
      deleting("deleteSession", ({ id: sessionId }) => ({ params: { sessionId } }), {
        verb: "End",
        done: "ended",
        icon: LogOut,
        takes: ({ current }) => !current,
        none: "You are using this session. Sign out instead.",
        description: "They end at once. Whoever used them signs in again.",
        isFinal: false,
      }),
    ])}
  />
);
