import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarClock, Pause, Plus, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Filters } from "../../components/filters.tsx";
import { FunctionName } from "../../components/function-name.tsx";
import { List } from "../../components/list.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { RunBadge } from "./run-badge.tsx";

const CronDrawer = lazy(async () => ({ default: (await import("./cron-drawer.tsx")).CronDrawer }));
const CronForm = lazy(async () => ({ default: (await import("./cron-form.tsx")).CronForm }));

type Row = ItemOf<"listCronBindings">;

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
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

/** Functions that run by the clock. */
export function CronsPage() {
  const search = useSearch({ from: "/crons" });
  const navigate = useNavigate({ from: "/crons" });
  const { cron, form, function: functionId } = search;
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const pages = usePages(
    "listCronBindings",
    {
      query: {
        limit: 100,
        environment,
        ...(functionId === undefined ? {} : { functionId }),
      },
    },
    { refetchInterval: 10_000 },
  );
  const functions = useOperation("listFunctions", { query: { limit: 200 } }, { staleTime: 30_000 });
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
  const choices = (functions.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isFiltered = functionId !== undefined;
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
      description={`What is deployed of a Function, run by the clock in ${place}. A cron is live at once, without a deployment.`}
      actions={create}
    >
      <div className="mb-3">
        <Filters
          filters={[{ name: "function", label: "Function", choices }]}
          values={{ function: functionId }}
          onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
        />
      </div>
      <List
        label="Crons"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        openKey={cron}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No cron fits"
              action={
                <Button onClick={() => void navigate({ search: (now) => ({ ...now, function: undefined }) })}>
                  Clear the filter
                </Button>
              }
            >
              No cron in {place} runs {choices.find(({ value }) => value === functionId)?.label ?? functionId}.
            </EmptyState>
          ) : (
            <EmptyState icon={CalendarClock} title={`No crons in ${place}`} action={create}>
              A cron runs what is deployed of a Function on a schedule, with the same input each time.
            </EmptyState>
          )
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
        {form === "new" && <CronForm choices={choices} onClose={() => setForm(undefined)} onSaved={open} />}
        {form === "edit" && opened.data !== undefined && (
          <CronForm binding={opened.data} choices={choices} onClose={() => setForm(undefined)} onSaved={open} />
        )}
      </Suspense>
    </Page>
  );
}
