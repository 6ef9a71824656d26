import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { countedHere, failedHere } from "./counted-here.ts";
import { BusiestTable } from "./busiest-table.tsx";

interface BusiestFunctionsProps {
  title: string;
  functions: AnswerOf<"getDashboard">["busiest"];
  /** The number that determines the order of the rows and the length of the bars. */
  by: "calls" | "failed";
  empty: string;
  dashboard: AnswerOf<"getDashboard">;
}

/** Up to five Functions, with how often they were called and failed. */
export const BusiestFunctions = ({ title, functions, by, empty, dashboard }: BusiestFunctionsProps) => (
  <BusiestTable
    title={title}
    head="Function"
    by={by}
    empty={empty}
    rows={functions.map(({ functionId, functionName, ...sums }) => ({
      key: functionId,
      name: (
        <Link to="/functions/$functionId" params={{ functionId }} className="block truncate hover:underline">
          {functionName}
        </Link>
      ),
      found: { ...countedHere(dashboard), functionId },
      foundFailed: { ...failedHere(dashboard), functionId },
      ...sums,
    }))}
  />
);
