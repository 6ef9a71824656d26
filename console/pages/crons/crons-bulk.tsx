import { Pause, RotateCw, Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";

type Row = ItemOf<"listCronBindings">;

const setEnabled =
  (enabled: boolean) =>
  ({ id, revision }: Row) =>
    bareApi.updateCronBinding({ params: { cronBindingId: id }, body: { enabled }, headers: ifMatch(revision) });

/** What can be done to the chosen crons. */
export function CronsBulk(props: BulkProps<Row>) {
  const environment = useEnvironment();
  const mayUpdate = useDisabledReason("updateCronBinding", environment);
  return (
    <BulkBar
      {...props}
      noun={["cron", "crons"]}
      nameOf={({ name }) => name}
      acts={[
        {
          verb: "Resume",
          done: "resumed",
          icon: RotateCw,
          operation: "updateCronBinding",
          forbidden: mayUpdate,
          takes: ({ enabled }) => !enabled,
          none: "None of them is paused.",
          description: "They run again at their next times.",
          kind: environment === "production" ? "production" : "primary",
          call: setEnabled(true),
        },
        {
          verb: "Pause",
          done: "paused",
          icon: Pause,
          operation: "updateCronBinding",
          forbidden: mayUpdate,
          takes: ({ enabled }) => enabled,
          none: "All of them are paused.",
          description: "They do not run until somebody resumes them. What runs now goes on.",
          call: setEnabled(false),
        },
        {
          verb: "Delete",
          done: "deleted",
          icon: Trash2,
          operation: "deleteCronBinding",
          forbidden: useDisabledReason("deleteCronBinding", environment),
          description: "Their Functions and the executions of their runs are kept.",
          consequences: [
            "They will not run again.",
            "Their run history, with the reasons for skipped runs, is deleted.",
          ],
          isFinal: true,
          call: ({ id, revision }) =>
            bareApi.deleteCronBinding({ params: { cronBindingId: id }, headers: ifMatch(revision) }),
        },
      ]}
    />
  );
}
