import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { BusiestTable } from "./busiest-table.tsx";

interface BusiestFunctionsProps {
  title: string;
  functions: AnswerOf<"getDashboard">["busiest"];
  /** The number that determines the order of the rows and the length of the bars. */
  by: "calls" | "failed";
  empty: string;
}

/** Up to five Functions, with how often they were called and failed. */
export const BusiestFunctions = ({ title, functions, by, empty }: BusiestFunctionsProps) => (
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
      ...sums,
    }))}
  />
);
