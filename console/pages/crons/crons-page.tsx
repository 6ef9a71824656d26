import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarClock, Pause, Plus, Search } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { functionSource } from "../../api/pick-sources.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Filters, PickedName } from "../../components/filter/filters.tsx";
import { FunctionName } from "../../components/function-name.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { useSettled } from "../../components/use-settled.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { RunBadge } from "./run-badge.tsx";
import type { CronSort } from "./search.ts";

const CronDrawer = lazyPart(async () => ({ default: (await import("./cron-drawer.tsx")).CronDrawer }));
const CronForm = lazyPart(async () => ({ default: (await import("./cron-form.tsx")).CronForm }));

type Row = ItemOf<"listCronBindings">;

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", sort: "name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: "function",
    header: "Function",
    from: "lg",
    width: "11rem",
    cell: ({ functionId }) => <FunctionName id={functionId} />,
  },
  {
    id: "schedule",
    header: "Schedule",
    from: "md",
    cell: ({ schedule, timezone }) => (
      <span title={`${schedule} ${timezone}`}>
        {describeSchedule(schedule) ?? schedule} <span className="text-xs text-muted">{timezone}</span>
      </span>
    ),
  },
  {
    id: "last",
    header: "Last run",
    width: "8rem",
    from: "md",
    cell: ({ lastRun }) => lastRun && <RunBadge status={lastRun.status} />,
  },
  {
    id: "next",
    header: "Next run",
    align: "end",
    width: "7rem",
    cell: ({ enabled, nextRunAt }) =>
      enabled ? (
        nextRunAt && <Time at={nextRunAt} plain />
      ) : (
        <Badge icon={Pause} tone="warn">
          Paused
        </Badge>
      ),
  },
];

interface NoCronsProps {
  place: string;
  q: string;
  functionId: string | undefined;
  onClear: () => void;
  create: ReactNode;
}

function NoCrons({ place, q, functionId, onClear, create }: NoCronsProps) {
  const isFiltered = functionId !== undefined || q !== "";
  return isFiltered ? (
    <EmptyState icon={Search} title="No crons match" action={<Button onClick={onClear}>Clear search</Button>}>
      No cron in {place}
      {q !== "" && ` has “${q}” in its name`}
      {q !== "" && functionId !== undefined && " and"}
      {functionId !== undefined && (
        <>
          {" "}
          runs <PickedName pick={functionSource} value={functionId} />
        </>
      )}
      .
    </EmptyState>
  ) : (
    <EmptyState icon={CalendarClock} title={`No crons in ${place}`} action={create}>
      A cron runs a deployed Function on a schedule, with the same input each time.
    </EmptyState>
  );
}

/** Functions that run on a schedule. */
export function CronsPage() {
  const search = useSearch({ from: "/crons" });
  const navigate = useNavigate({ from: "/crons" });
  const { cron, form, q: typed = "", function: functionId, sort } = search;
  const q = useSettled(typed);
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const pages = usePages(
    "listCronBindings",
    {
      query: {
        limit: 100,
        environment,
        ...(q === "" ? {} : { q }),
        ...(functionId === undefined ? {} : { functionId }),
        ...(sort === undefined ? {} : { sort }),
      },
    },
    { refetchInterval: 10_000 },
  );
  const opened = useOperation(
    "getCronBinding",
    { params: { cronBindingId: cron ?? "" } },
    { enabled: cron !== undefined, refetchInterval: 5_000 },
  );
  const forbidden = useDisabledReason("createCronBinding");
  const setForm = (next: "new" | "edit" | undefined) => void navigate({ search: (now) => ({ ...now, form: next }) });
  const open = (id: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, cron: id, form: undefined, run: undefined }) });
  useShortcuts([{ keys: "c", does: "New cron", run: () => forbidden === null && setForm("new") }]);
  const create = (
    <Button
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={forbidden}
      onClick={() => setForm("new")}
    >
      New cron
    </Button>
  );
  return (
    <Page
      title="Cron"
      description={`Runs deployed Functions on a schedule in ${place}. Changes take effect at once, without a deployment.`}
      actions={create}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search crons"
          placeholder="Search by name"
          value={typed}
          onChange={(text) =>
            void navigate({ search: (now) => ({ ...now, q: text === "" ? undefined : text }), replace: true })
          }
        />
        <Filters
          filters={[{ name: "function", label: "Function", pick: functionSource }]}
          values={{ function: functionId }}
          onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
        />
      </div>
      <List
        label="Crons"
        columns={columns}
        pages={pages}
        sort={sort}
        onSort={(next) => void navigate({ search: (now) => ({ ...now, sort: next as CronSort }) })}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        openKey={cron}
        empty={
          <NoCrons
            place={place}
            q={q}
            functionId={functionId}
            onClear={() => void navigate({ search: (now) => ({ ...now, q: undefined, function: undefined }) })}
            create={create}
          />
        }
      />
      <Suspense>
        {cron !== undefined && (
          <CronDrawer
            open={form !== "edit"}
            cronBindingId={cron}
            answer={opened}
            onClose={() => open(undefined)}
            onEdit={() => setForm("edit")}
          />
        )}
        {form === "new" && <CronForm functionId={functionId} onClose={() => setForm(undefined)} onSaved={open} />}
        {form === "edit" && opened.data !== undefined && (
          <CronForm binding={opened.data} onClose={() => setForm(undefined)} onSaved={open} />
        )}
      </Suspense>
    </Page>
  );
}
