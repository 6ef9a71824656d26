import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { count, counted } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";
import { filtersOf } from "./filters-of.ts";
import type { ExecutionsSearch } from "./search.ts";

interface TotalProps {
  search: ExecutionsSearch;
  environment: Environment;
}

const readAgainMs = 30_000;

/** How many calls the filters find: exactly, or an honest bound. Remount it when the filters change. */
export function Total({ search, environment }: TotalProps) {
  // Computed once; otherwise every render would start a new request.
  const [filters] = useState(() => filtersOf(search, environment, Date.now()));
  const { data } = useOperation("countExecutions", { query: filters }, { refetchInterval: readAgainMs });
  if (data === undefined) return null;
  const { count: found, more, since } = data;
  if (!more) return <>{counted(found, "call")}</>;
  return (
    <>
      {count(found)}+ calls
      {since !== null && (
        <>
          {" "}
          since <Time at={since} />
        </>
      )}
    </>
  );
}
