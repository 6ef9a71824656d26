import type { AnswerOf } from "../../api/use-operation.ts";
import { BusiestTable } from "./busiest-table.tsx";
import { functionRow } from "./function-row.tsx";

/** Up to five Functions that were called most. */
export const BusiestFunctions = ({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) => (
  <BusiestTable
    title="Most called"
    head="Function"
    by="calls"
    empty="No Functions were called in this period."
    rows={dashboard.busiest.map((one) => functionRow(one, dashboard))}
  />
);
