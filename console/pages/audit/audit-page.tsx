import { useNavigate, useSearch } from "@tanstack/react-router";
import { ClipboardList, Download, RotateCw, Search, ShieldCheck } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { download } from "../../api/download.ts";
import { queryClient } from "../../api/query-client.ts";
import { keyOf, useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { List } from "../../components/list.tsx";
import { Menu } from "../../components/menu.tsx";
import { NotAllowed } from "../../components/not-allowed.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Skeleton } from "../../components/states.tsx";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { actorText } from "./actor-text.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { auditQuery, type AuditFilters as Filters } from "./search.ts";
import { TargetLink } from "./target-link.tsx";
import { VerifyChain } from "./verify-chain.tsx";

const AuditFilters = lazy(async () => ({ default: (await import("./audit-filters.tsx")).AuditFilters }));
const AuditEventDrawer = lazy(async () => ({ default: (await import("./audit-event-drawer.tsx")).AuditEventDrawer }));

type Row = ItemOf<"listAuditEvents">;

const columnsFor = (projectName: (id: string | null) => string | undefined): readonly Column<Row>[] => [
  { id: "at", header: "When", width: "6.5rem", cell: ({ at }) => <Time at={at} plain /> },
  {
    id: "who",
    header: "Who",
    width: "12rem",
    from: "md",
    cell: ({ actor }) => (
      <>
        {actorText(actor)}
        {actor.kind === "token" && <span className="text-xs text-muted"> by a token</span>}
      </>
    ),
  },
  {
    id: "action",
    header: "Action",
    cell: ({ action }) => <code className="font-mono text-xs">{action}</code>,
  },
  { id: "what", header: "What", from: "sm", cell: ({ target }) => <TargetLink target={target} /> },
  {
    id: "project",
    header: "Project",
    width: "7rem",
    from: "lg",
    cell: ({ projectId }) => <span className="text-muted">{projectName(projectId)}</span>,
  },
  {
    id: "from",
    header: "From",
    width: "8rem",
    from: "lg",
    cell: ({ ip }) => <span className="font-mono text-xs text-muted">{ip}</span>,
  },
  { id: "outcome", header: "Outcome", width: "6.5rem", cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
];

const description =
  "Who did what, when, from where, and what it changed; what was denied too. Nobody can edit it here.";

/** The audit log of the installation, for those who may read it. */
export function AuditPage() {
  const forbidden = useDisabledReason("listAuditEvents");
  if (forbidden === null) return <AuditLog />;
  return (
    <Page title="Audit" description={description}>
      <NotAllowed title="The audit log is for owners and admins" reason={forbidden} />
    </Page>
  );
}

function AuditLog() {
  const { event, ...filters } = useSearch({ from: "/audit" });
  const navigate = useNavigate({ from: "/audit" });
  const pages = usePages("listAuditEvents", { query: { limit: 100, ...auditQuery(filters) } });
  const users = useOperation("listUsers", { query: { limit: 200 } }, { staleTime: 60_000 });
  const projects = useOperation("listProjects", { query: { limit: 200 } }, { staleTime: 60_000 });
  const verify = useOperation("verifyAuditEvents", {}, { enabled: false, staleTime: Infinity });
  const change = (next: Partial<Filters>) =>
    void navigate({ search: (now) => ({ ...now, ...next, event: undefined }) });
  const show = (id: string | undefined) => void navigate({ search: (now) => ({ ...now, event: id }) });
  const projectName = (id: string | null) => projects.data?.items.find((each) => each.id === id)?.name;
  const opened = pages.items?.find(({ id }) => id === event);
  const isFiltered = Object.values(auditQuery(filters)).length > 0;
  const save = (format: "ndjson" | "csv") => download("/api/audit-events/export", { format, ...auditQuery(filters) });
  const what = isFiltered ? "What the filters find" : "The whole log";
  return (
    <Page
      title="Audit"
      description={description}
      actions={
        <>
          <Menu
            trigger={<Button icon={Download}>Export</Button>}
            groups={[
              {
                title: what,
                entries: [
                  { label: "NDJSON", hint: "one event a line", onSelect: () => save("ndjson") },
                  { label: "CSV", hint: "for a spreadsheet", onSelect: () => save("csv") },
                ],
              },
            ]}
          />
          <Button icon={ShieldCheck} busy={verify.isFetching} onClick={() => void verify.refetch()}>
            Verify the chain
          </Button>
        </>
      }
    >
      {(verify.data ?? verify.error) && !verify.isFetching && (
        <div className="mb-3">
          <VerifyChain
            answer={verify.data}
            error={verify.error}
            onDismiss={() => queryClient.removeQueries({ queryKey: keyOf("verifyAuditEvents", {}) })}
          />
        </div>
      )}
      <Suspense fallback={<Skeleton className="mb-3 h-18" />}>
        <AuditFilters
          values={filters}
          users={users.data?.items ?? []}
          projects={projects.data?.items ?? []}
          onChange={change}
          refresh={
            <Button kind="quiet" size="sm" icon={RotateCw} busy={pages.isFetching} onClick={pages.refetch}>
              Refresh
            </Button>
          }
        />
      </Suspense>
      <List
        label="Audit events"
        columns={columnsFor(projectName)}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => show(id)}
        openKey={event}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No event fits"
              action={<Button onClick={() => void navigate({ search: {} })}>Clear all filters</Button>}
            >
              Nothing recorded has all of: {Object.keys(filters).join(", ")}.
            </EmptyState>
          ) : (
            <EmptyState icon={ClipboardList} title="Nothing has been recorded" />
          )
        }
      />
      <Suspense>
        {event !== undefined && pages.items !== undefined && (
          <AuditEventDrawer
            open
            event={opened}
            projectName={projectName(opened?.projectId ?? null)}
            onClose={() => show(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}
