import type { Environment } from "@ferrule/contract/states.ts";
import { Bell, CircleAlert, UserCheck } from "lucide-react";
import { useMemo } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Note } from "../../components/note.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { runsText, sumOf } from "../runs/count-runs.ts";
import { failedStatuses } from "../runs/run-states.ts";

const dayMs = 86_400_000;

/** What waits for a person: alerts that fire, runs that failed or expired in the last day, and approvals. Nothing if nothing does. */
export function NeedsAttention({ environment }: { environment: Environment }) {
  const since = useMemo(() => new Date(Date.now() - dayMs).toISOString(), []);
  const runs = useOperation("countRuns", { query: { environment, since } }, { refetchInterval: 30_000 });
  const approvals = useOperation(
    "listApprovals",
    { query: { status: "pending", mine: "true", limit: 9 } },
    { refetchInterval: 30_000, staleTime: 5_000 },
  );
  const { data: alerts } = useOperation("countAlerts", {}, { refetchInterval: 30_000, staleTime: 5_000 });
  const firing = alerts?.[environment] ?? 0;
  const { counts } = runs.data ?? {};
  const failed = counts === undefined ? [] : failedStatuses.map((status) => ({ status, sum: sumOf(counts, [status]) }));
  const waiting = approvals.data?.items.length ?? 0;
  const approvalsText = `${waiting}${approvals.data?.nextCursor ? "+" : ""} ${waiting === 1 ? "approval waits" : "approvals wait"}`;
  return (
    <>
      {firing > 0 && (
        <Note
          tone="bad"
          icon={Bell}
          title={`${firing === 1 ? "1 alert says" : `${firing} alerts say`} that something fails in ${environmentNames[environment]}`}
          action={
            <LinkButton size="sm" to="/alerts">
              Show alerts
            </LinkButton>
          }
        />
      )}
      {failed
        .filter(({ sum }) => sum.count > 0)
        .map(({ status, sum }) => (
          <Note
            key={status}
            tone="bad"
            icon={CircleAlert}
            title={`${runsText(sum)} ${status} in ${environmentNames[environment]} in the last 24 hours`}
            action={
              <LinkButton size="sm" to="/runs" search={{ status, since }}>
                Show them
              </LinkButton>
            }
          />
        ))}
      {waiting > 0 && (
        <Note
          tone="warn"
          icon={UserCheck}
          title={`${approvalsText} for you`}
          action={
            <LinkButton size="sm" to="/approvals">
              Decide
            </LinkButton>
          }
        />
      )}
    </>
  );
}
