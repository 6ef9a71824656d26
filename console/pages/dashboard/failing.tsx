import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { functionRow } from "./function-row.tsx";
import { BusiestTable } from "./busiest-table.tsx";
import { countedHere, failedHere } from "./counted-here.ts";
import { failingText } from "./failing-text.ts";

type Dashboard = AnswerOf<"getDashboard">;

/** Up to five Functions that failed most, since when, and for whom. */
export const FailingFunctions = ({ dashboard }: { dashboard: Dashboard }) => (
  <BusiestTable
    title="Failures by Function"
    head="Function"
    by="failed"
    empty="No Functions failed in this period."
    rows={dashboard.failing.map((one) => ({ ...functionRow(one, dashboard), detail: failingText(one) }))}
  />
);

/** Up to five endpoints whose calls failed most, since when, and for whom. */
export const FailingEndpoints = ({ dashboard }: { dashboard: Dashboard }) => (
  <BusiestTable
    title="Failures by endpoint"
    head="Endpoint"
    by="failed"
    empty="No calls of endpoints failed in this period."
    rows={dashboard.failingEndpoints.map(({ endpointId, endpointName, calls, failed, errorRate, ...failing }) => ({
      key: endpointId,
      name:
        endpointName === null ? (
          <span className="text-muted">A deleted endpoint</span>
        ) : (
          <Link to="/endpoints/$endpointId" params={{ endpointId }} className="block truncate hover:underline">
            {endpointName}
          </Link>
        ),
      detail: failingText({ failed, ...failing }),
      calls,
      failed,
      errorRate,
      found: { ...countedHere(dashboard), endpointId },
      foundFailed: { ...failedHere(dashboard), endpointId },
    }))}
  />
);
