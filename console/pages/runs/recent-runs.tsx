import type { Environment } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-operation.ts";
import { List } from "../../components/table/list.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { runColumns } from "./run-columns.tsx";

const mostShown = 5;

/** The latest runs of a Function; nothing if it has none. */
export function RecentRuns({ functionId, environment }: { functionId: string; environment: Environment }) {
  const pages = usePages("listRuns", { query: { functionId, environment, limit: mostShown } });
  if (pages.items === undefined || pages.items.length === 0) return null;
  return (
    <section aria-label="Recent runs" className="grid gap-2">
      <div className="flex items-baseline gap-3">
        <h2 className="text-sm font-semibold">Recent runs in {environmentNames[environment]}</h2>
        <Link to="/runs" search={{ functionId }} className="link text-xs">
          All runs
        </Link>
      </div>
      <List
        label="Recent runs"
        columns={runColumns}
        pages={{ ...pages, items: pages.items.slice(0, mostShown), hasMore: false }}
        rowKey={({ id }) => id}
        empty={null}
      />
    </section>
  );
}
