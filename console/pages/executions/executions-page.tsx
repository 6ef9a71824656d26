import { useNavigate, useSearch } from "@tanstack/react-router";
import { Activity, ArrowUp, Pause, Play } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { announce } from "../../components/announce.tsx";
import { Button } from "../../components/button/button.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { Filters, FilterText } from "../../components/filter/filters.tsx";
import { count } from "../../components/format.ts";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { useChosenColumns } from "./chosen-columns.ts";
import { executionColumns } from "./execution-columns.tsx";
import type { FeedState } from "./feed/create-feed.ts";
import { useFeed } from "./feed/use-feed.ts";
import { filtersOf, keyOfSearch } from "./filters-of.ts";
import { ColumnsMenu, DownloadMenu } from "./list-actions.tsx";
import { listFilters } from "./list-filters.ts";
import { Total } from "./total.tsx";
import type { ExecutionsSearch } from "./search.ts";
import { rangeText, TimeRange } from "./time-range.tsx";
import { ViewsMenu } from "./views-menu.tsx";

const ErrorGroups = lazyPart(
  () => import("./error-groups.tsx"),
  "ErrorGroups",
  <SkeletonRows rows={4} height="h-20" />,
);
const RunningNow = lazyPart(() => import("./running-now.tsx"), "RunningNow");

const views = choicesOf({ calls: "Calls", errors: "Errors, grouped" });

/** The calls of one environment as they happen, and their errors in groups. */
export function ExecutionsPage() {
  const search = useSearch({ from: "/executions" });
  const navigate = useNavigate({ from: "/executions" });
  const environment = useEnvironment();
  const { tab } = search;
  const choose = (next: ExecutionsSearch) => void navigate({ search: () => next });
  const change = (next: Record<string, unknown>) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...next }).filter(([, value]) => value !== undefined),
        ) as ExecutionsSearch,
    });
  // For error groups, the API filters only by Function and time.
  const shown = tab === "errors" ? listFilters.filter(({ name }) => name === "functionId") : listFilters;
  const range = rangeText(search);
  return (
    <Page
      title="Executions"
      width="full"
      description={`Every call in ${environmentNames[environment]} with its input and output. Secrets are masked.`}
      actions={
        <>
          {tab !== "errors" && (
            <>
              <ColumnsMenu />
              <DownloadMenu search={search} environment={environment} />
            </>
          )}
          <ViewsMenu search={search} onChoose={choose} />
          <TimeRange
            value={search}
            onChange={(next) => change({ range: undefined, from: undefined, to: undefined, ...next })}
          />
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="View"
          value={tab ?? "calls"}
          choices={views}
          onChange={(next) => change({ tab: next === "errors" ? next : undefined })}
        />
        <Filters filters={shown} values={{ ...search }} onChange={change} />
      </div>
      {tab === "errors" ? (
        <Groups
          key={keyOfSearch(search, environment)}
          search={search}
          environment={environment}
          range={search.range || search.from || search.to ? range : "Last 7 days"}
        />
      ) : (
        <Calls search={search} change={change} />
      )}
    </Page>
  );
}

interface GroupsProps {
  search: ExecutionsSearch;
  environment: ReturnType<typeof useEnvironment>;
  range: string;
}

function Groups({ search, environment, range }: GroupsProps) {
  // Computed once when the page opens; otherwise every render would start a new request.
  const [filters] = useState(() => filtersOf(search, environment, Date.now()));
  return <ErrorGroups environment={environment} filters={filters} range={range} />;
}

const streamWords: Record<FeedState["stream"], string> = {
  off: "not live",
  connecting: "connecting",
  open: "live",
  lost: "connection lost, trying again",
};

function StreamState({ stream, isPaused }: { stream: FeedState["stream"]; isPaused: boolean }) {
  return (
    <span role="status" className="flex items-center gap-2 text-muted">
      <span
        aria-hidden
        className={`size-2 rounded-full ${stream === "open" && !isPaused ? "bg-good" : stream === "lost" ? "bg-bad" : "bg-line-strong"}`}
      />
      {isPaused ? "paused" : streamWords[stream]}
    </span>
  );
}

interface NoCallsProps {
  search: ExecutionsSearch;
  environment: ReturnType<typeof useEnvironment>;
  /** The search is not over. */
  hasMore: boolean;
  onClear: () => void;
}

function NoCalls({ search, environment, hasMore, onClear }: NoCallsProps) {
  if (hasMore)
    return (
      <EmptyState icon={Activity} title="Nothing found so far">
        <em>Show more</em> searches further.
      </EmptyState>
    );
  const { range, from, to } = search;
  const named = listFilters.filter(({ name }) => search[name as keyof ExecutionsSearch] !== undefined);
  const isNarrowed = named.length > 0 || range !== undefined || from !== undefined || to !== undefined;
  return isNarrowed ? (
    <EmptyState icon={Activity} title="No calls match" action={<Button onClick={onClear}>Clear filters</Button>}>
      {named.map((filter) => (
        <Fragment key={filter.name}>
          <FilterText filter={filter} value={search[filter.name as keyof ExecutionsSearch]} />
          {" · "}
        </Fragment>
      ))}
      {range || from || to ? `${rangeText(search)} · ` : ""}
      {environmentNames[environment]}
    </EmptyState>
  ) : (
    <EmptyState icon={Activity} title={`No calls in ${environmentNames[environment]} yet`}>
      Calls appear here within a second.
    </EmptyState>
  );
}

/**
 * Inserts new rows as they arrive. They push the others down, so it inserts them only at the top of the page, and never
 * under the pointer or the focus. Returns a callback for the pointer.
 */
function useInsertion({ now: { rows, arrived }, show }: ReturnType<typeof useFeed>, isPaused: boolean) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (arrived.length === 0 || isPaused) return;
    const isFocused = Boolean(document.activeElement?.closest("tbody"));
    if (rows?.length === 0 || (window.scrollY < 24 && !isHeld && !isFocused)) show();
  }, [arrived, isPaused, isHeld]);
  return setHeld;
}

/** Why no new calls can appear in the list; null when they can. */
function whyStill({ to, sort }: ExecutionsSearch): string | null {
  if (to !== undefined && Date.parse(to) < Date.now())
    return "This range ends in the past, so no new calls can appear.";
  return sort === undefined ? null : "The list is sorted by duration. Sort it by start to follow new calls.";
}

interface CallsProps {
  search: ExecutionsSearch;
  change: (next: Record<string, unknown>) => void;
}

function Calls({ search, change }: CallsProps) {
  const navigate = useNavigate({ from: "/executions" });
  const environment = useEnvironment();
  const { isShown } = useChosenColumns();
  const { paused: isPaused = false, sort } = search;
  const still = whyStill(search);
  const key = keyOfSearch(search, environment);
  const feed = useFeed(
    key,
    () => ({ ...filtersOf(search, environment, Date.now()), ...(sort && { sort }) }),
    still === null,
  );
  const { rows, arrived, fresh, error, hasMore, stream } = feed.now;
  const setHeld = useInsertion(feed, isPaused);
  const pause = () => change({ paused: isPaused ? undefined : true });
  const showNew = () => {
    window.scrollTo({ top: 0 });
    feed.show();
    announce(`${arrived.length} new calls shown`);
  };
  useShortcuts([
    { keys: "p", does: isPaused ? "Follow new calls" : "Pause", run: () => still === null && pause() },
    { keys: "n", does: "Show new calls", run: showNew },
  ]);
  return (
    <>
      <RunningNow environment={environment} />
      <div className="sticky top-(--header-height) z-20 -mx-1 mb-2 flex h-(--bar-height) items-center gap-3 bg-canvas px-1 text-sm">
        <Button size="sm" icon={isPaused ? Play : Pause} aria-pressed={isPaused} disabledReason={still} onClick={pause}>
          {isPaused ? "Follow" : "Pause"}
        </Button>
        <StreamState stream={stream} isPaused={isPaused} />
        {arrived.length > 0 && (
          <Button size="sm" kind="primary" icon={ArrowUp} onClick={showNew}>
            {count(arrived.length)} new
          </Button>
        )}
        <span className="ml-auto truncate text-muted">
          <Total key={key} search={search} environment={environment} />
        </span>
      </div>
      <List
        label="Executions"
        columns={executionColumns.filter(({ id }) => id === "function" || id === "started" || isShown(id))}
        sort={sort ?? "-startedAt"}
        onSort={(next) => change({ sort: next.endsWith("durationMs") ? next : undefined })}
        pages={{ items: rows, error, hasMore, more: feed.more, refetch: error && rows ? feed.more : feed.refresh }}
        rowKey={({ id }) => id}
        isNew={({ id }) => fresh.has(id)}
        moreByScrolling={error === null}
        headBelow="var(--bar-height)"
        onHeld={setHeld}
        onOpen={({ id }) => void navigate({ to: "/executions/$executionId", params: { executionId: id } })}
        empty={<NoCalls {...{ search, environment, hasMore }} onClear={() => void navigate({ search: {} })} />}
      />
    </>
  );
}
