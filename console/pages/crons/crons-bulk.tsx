import { Pause, RotateCw } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, disabling, enabling, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listCronBindings">;

const targetOf = ({ id: cronBindingId }: Row) => ({ params: { cronBindingId } });
const setEnabled = (enabled: boolean) => (row: Row) => ({ ...targetOf(row), body: { enabled } });

/** What can be done to the chosen crons. */
export function CronsBulk(props: BulkProps<Row>) {
  const environment = useEnvironment();
  const acts = [
    enabling("updateCronBinding", setEnabled(true), {
      verb: "Resume",
      done: "resumed",
      icon: RotateCw,
      takes: ({ enabled }) => !enabled,
      none: "None of them is paused.",
      description: "They run again at their next times.",
      kind: environment === "production" ? "production" : "primary",
    }),
    disabling("updateCronBinding", setEnabled(false), {
      verb: "Pause",
      done: "paused",
      icon: Pause,
      takes: ({ enabled }) => enabled,
      none: "All of them are paused.",
      description: "They do not run until somebody resumes them. What runs now goes on.",
    }),
    deleting("deleteCronBinding", targetOf, {
      description: "Their Functions and the executions of their runs are kept.",
      consequences: ["They will not run again.", "Their run history, with the reasons for skipped runs, is deleted."],
    }),
  ];
  return <BulkBar {...props} noun={["cron", "crons"]} nameOf={({ name }) => name} acts={useActs(acts, environment)} />;
}
