import { deploymentStatuses, environments } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { useEffect, useRef } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { queryClient } from "../../api/query-client.ts";
import { useOperation, usePages } from "../../api/use-operation.ts";
import { Skeleton, EmptyState, NoMatches } from "../../components/states.tsx";
import { Button } from "../../components/button/button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import type { Filter } from "../../components/filter/filter.ts";
import { exactTime } from "../../components/format.ts";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { deploymentColumns } from "./deployment-columns.tsx";
import { LivePanels } from "./live-panel.tsx";
import type { Asked, DeploymentsSearch } from "./search.ts";
import { isRunning } from "./words.ts";

const DeployDialog = lazyPart(() => import("./deploy-dialog.tsx"), "DeployDialog");
const DeploymentsChart = lazyPart(
  () => import("./by-day/deployments-chart.tsx"),
  "DeploymentsChart",
  <Skeleton className="h-[19.25rem]" />,
);
const MoveDialog = lazyPart(() => import("./move-dialog.tsx"), "MoveDialog");

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const timeFilter = {
  placeholder: "2026-11-21",
  read: (typed: string) => (Number.isNaN(Date.parse(typed)) ? undefined : new Date(typed).toISOString()),
  problem: "Enter a day, such as 2026-11-21.",
  show: (at: string) => exactTime(at).split(" · ")[0] ?? at,
  rare: true,
} as const;
const filters: readonly Filter[] = [
  {
    name: "target",
    label: "Environment",
    choices: environments.map((value) => ({ value, label: environmentNames[value] })),
  },
  {
    name: "status",
    label: "Status",
    choices: deploymentStatuses.map((value) => ({ value, label: capitalized(value) })),
  },
  { name: "from", label: "Since", ...timeFilter },
  { name: "to", label: "Before", ...timeFilter },
];

/** The list of deployments, polled every second while one of them is in progress. */
function useDeployments(query: Parameters<typeof usePages<"listDeployments">>[1]["query"]) {
  // The newest deployments show whether one is in progress; when it ends, the others are read again.
  const newest = useOperation("listDeployments", { query: { limit: 5 } }, { refetchInterval: 2_000 });
  const state = JSON.stringify(newest.data?.items.map(({ id, revision }) => [id, revision]));
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && before.current !== state)
      for (const name of ["listDeployments", "listEnvironments", "previewDeployment", "countPendingChanges"])
        void queryClient.invalidateQueries({
          queryKey: [name],
          predicate: ({ queryKey }) => name !== "listDeployments" || queryKey.at(-1) === "pages",
        });
    before.current = state;
  }, [state]);
  return { pages: usePages("listDeployments", { query: query ?? {} }), running: newest.data?.items.find(isRunning) };
}

/** What is live, and the history of deployments, releases and rollbacks. */
export function DeploymentsPage() {
  const { search, set } = useListSearch("/deployments");
  const { target, status, from, to, compare = false } = search;
  const navigate = useNavigate({ from: "/deployments" });
  const { pages } = useDeployments({ target, status, from, to });
  const forbidden = useDisabledReason("createDeployment", "development");
  const onAsk = (ask: Asked | undefined, of?: string) => set({ ask, of });
  useShortcuts([{ keys: "d", does: "Deploy to Development", run: () => forbidden === null && onAsk("deploy") }]);
  return (
    <Page title="Deployments" description="What is live, and every deployment, release and rollback.">
      <LivePanels onAsk={onAsk} />
      {((pages.items?.length ?? 0) > 1 || from !== undefined) && (
        <div className="mb-4">
          <DeploymentsChart
            target={target}
            compare={compare}
            onCompare={(next) => set({ compare: next })}
            onRange={(begin, end) => set({ from: begin, to: end })}
          />
        </div>
      )}
      <div className="mb-3">
        <Filters filters={filters} values={{ target, status, from, to }} onChange={(change) => set(change)} />
      </div>
      <List
        label="Deployments"
        columns={deploymentColumns}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } })}
        empty={
          [target, status, from, to].some((value) => value !== undefined) ? (
            <NoMatches
              icon={Rocket}
              title="No deployments match"
              clear="Clear filters"
              onClear={() => void navigate({ search: {} })}
            >
              {[target && environmentNames[target], status].filter(Boolean).join(", ")}
            </NoMatches>
          ) : (
            <EmptyState
              icon={Rocket}
              title="No deployments yet"
              action={
                <Button kind="primary" icon={Rocket} disabledReason={forbidden} onClick={() => onAsk("deploy")}>
                  Deploy drafts
                </Button>
              }
            >
              A deployment builds all Functions, checks their bindings and activates everything in Development at once.
            </EmptyState>
          )
        }
      />
      <AskedDialog {...search} onClose={() => onAsk(undefined)} />
    </Page>
  );
}

/** The dialog that the URL names. */
function AskedDialog({ ask, of, onClose }: DeploymentsSearch & { onClose: () => void }) {
  const asked = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: of ?? "" } },
    { enabled: of !== undefined },
  );
  if (ask === "deploy") return <DeployDialog onClose={onClose} />;
  if (ask === undefined || of === undefined || !asked.data) return null;
  const target = ask === "release" ? "production" : asked.data.target;
  return <MoveDialog kind={ask} deploymentId={of} target={target} onClose={onClose} />;
}
