import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ClipboardList, Download, RotateCw, Search, ShieldCheck } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { download } from "../../api/download.ts";
import { queryClient } from "../../api/query-client.ts";
import { useListed } from "../../api/use-listed.ts";
import { keyOf, useOperation, usePages, type AnswerOf, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { clockTime, exactTime } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import { List } from "../../components/table/list.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { NotAllowed } from "../../components/not-allowed.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, NoMatches, Skeleton } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { auditSentence } from "./audit-sentence.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { auditQuery, type AuditFilters as Filters, type AuditSearch } from "./search.ts";
import { TargetLink } from "./target-link.tsx";
import { VerifyChain } from "./verify-chain.tsx";

const AuditFilters = lazyPart(() => import("./audit-filters.tsx"), "AuditFilters", <Skeleton className="mb-3 h-18" />);
const AuditEventDrawer = lazyPart(() => import("./audit-event-drawer.tsx"), "AuditEventDrawer");

type Row = ItemOf<"listAuditEvents">;

const ProjectName = ({ id }: { id: string | null }) => useListed("listProjects", id)?.name;

/** The sentence, with the target as a link if it has a page, and the action's name to filter by. */
function Said({ event }: { event: Row }) {
  const { before, name, after } = auditSentence(event);
  return (
    <span className="block max-sm:py-1 max-sm:break-words max-sm:whitespace-normal">
      <span className="sm:block sm:truncate" title={`${before}${name ?? ""}${after}`}>
        {before}
        {name !== null && <TargetLink target={event.target} />}
        {after}
      </span>
      <span className="block text-xs text-muted">
        <Mono>{event.action}</Mono>
        {event.actor.kind === "token" && " with a token"}
      </span>
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: "at",
    header: "When",
    width: "clamp(6.75rem, 24vw, 10.5rem)",
    cell: ({ at }) => (
      <time dateTime={at} title={exactTime(at)} className="max-sm:text-xs max-sm:whitespace-normal">
        {clockTime(at, Date.now())}
      </time>
    ),
  },
  { id: "said", header: "What happened", cell: (event) => <Said event={event} /> },
  {
    id: "project",
    header: "Project",
    width: "7rem",
    from: "lg",
    cell: ({ projectId }) => (
      <span className="text-muted">
        <ProjectName id={projectId} />
      </span>
    ),
  },
  {
    id: "from",
    header: "From",
    width: "8rem",
    from: "lg",
    cell: ({ ip }) => <span className="font-mono text-xs text-muted">{ip}</span>,
  },
  {
    id: "outcome",
    header: "Outcome",
    width: "6.5rem",
    from: "sm",
    cell: ({ outcome }) => <OutcomeBadge status={outcome} />,
  },
];

const description =
  "Who did what, when and from where, what changed, and what was denied. Nobody can edit the log here.";

/** The installation's audit log, for users who may read it. */
export function AuditPage() {
  const forbidden = useDisabledReason("listAuditEvents");
  if (forbidden === null) return <AuditLog />;
  return (
    <Page title="Audit" description={description}>
      <NotAllowed title="Only owners and admins can view the audit log" reason={forbidden} />
    </Page>
  );
}

function AuditLog() {
  const { event, ...filters } = useSearch({ from: "/audit" });
  const navigate = useNavigate({ from: "/audit" });
  const query = auditQuery(filters);
  const pages = usePages("listAuditEvents", { query: { limit: 100, ...query } });
  const searchedSince = pages.last?.searchedSince ?? null;
  const verify = useOperation("verifyAuditEvents", {}, { enabled: false, staleTime: Infinity });
  const set = (change: AuditSearch) => void navigate({ search: (now) => ({ ...now, event: undefined, ...change }) });
  const isFiltered = Object.values(query).length > 0;
  return (
    <Page
      title="Audit"
      description={description}
      actions={
        <>
          <ExportMenu query={query} title={isFiltered ? "Filtered events" : "The whole log"} />
          <Button icon={ShieldCheck} busy={verify.isFetching} onClick={() => void verify.refetch()}>
            Verify chain
          </Button>
        </>
      }
    >
      <Verified {...verify} />
      <AuditFilters
        values={filters}
        onChange={set}
        refresh={
          <Button kind="quiet" size="sm" icon={RotateCw} busy={pages.isFetching} onClick={pages.refetch}>
            Refresh
          </Button>
        }
      />
      <List
        label="Audit events"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => set({ event: id })}
        openKey={event}
        empty={<NothingFound filters={filters} searchedSince={searchedSince} />}
      />
      {searchedSince !== null && pages.items?.length !== 0 && (
        <p className="mt-2 text-center text-xs text-muted">
          <SearchedSince at={searchedSince} />
        </p>
      )}
      {event !== undefined && pages.items !== undefined && (
        <AuditEventDrawer open event={pages.items.find(({ id }) => id === event)} onClose={() => set({})} />
      )}
    </Page>
  );
}

interface NothingFoundProps {
  filters: Filters;
  searchedSince: string | null;
}

function NothingFound({ filters, searchedSince }: NothingFoundProps) {
  const navigate = useNavigate({ from: "/audit" });
  if (searchedSince !== null)
    return (
      <EmptyState icon={Search} title="Nothing found so far">
        <SearchedSince at={searchedSince} />
      </EmptyState>
    );
  if (Object.values(auditQuery(filters)).length === 0) return <EmptyState icon={ClipboardList} title="No events yet" />;
  return (
    <NoMatches title="No events match" clear="Clear all filters" onClear={() => void navigate({ search: {} })}>
      No recorded event matches all of: {Object.keys(filters).join(", ")}.
    </NoMatches>
  );
}

/** How far a search has come that is not over. */
const SearchedSince = ({ at }: { at: string }) => (
  <>
    Searched back to <time dateTime={at}>{clockTime(at, Date.now())}</time>. <em>Show more</em> searches further.
  </>
);

type VerifiedProps = Pick<UseQueryResult<AnswerOf<"verifyAuditEvents">>, "data" | "error" | "isFetching">;

/** The result of the chain's last verification, until it is dismissed. */
const Verified = ({ data, error, isFetching }: VerifiedProps) =>
  (data ?? error) &&
  !isFetching && (
    <div className="mb-3">
      <VerifyChain
        answer={data}
        error={error}
        onDismiss={() => queryClient.removeQueries({ queryKey: keyOf("verifyAuditEvents", {}) })}
      />
    </div>
  );

function ExportMenu({ query, title }: { query: ReturnType<typeof auditQuery>; title: string }) {
  const save = (format: "ndjson" | "csv") => download("/api/audit-events/export", { format, ...query });
  return (
    <Menu
      trigger={<Button icon={Download}>Export</Button>}
      groups={[
        {
          title,
          entries: [
            { label: "NDJSON", hint: "one event per line", onSelect: () => save("ndjson") },
            { label: "CSV", hint: "for a spreadsheet", onSelect: () => save("csv") },
          ],
        },
      ]}
    />
  );
}
