import { CalendarClock, Pause } from "lucide-react";
import type { ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { functionSource } from "../../api/pick-sources.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { PickedName } from "../../components/filter/filters.tsx";
import { ListBar } from "../../components/filter/list-bar.tsx";
import { FunctionName } from "../../components/show/function-name.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, NoMatches } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { RunBadge } from "./run-badge.tsx";
import type { CronsSearch } from "./search.ts";

const CronDrawer = lazyPart(() => import("./cron-drawer.tsx"), "CronDrawer");
const CronForm = lazyPart(() => import("./cron-form.tsx"), "CronForm");

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
    <NoMatches title="No crons match" onClear={onClear}>
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
    </NoMatches>
  ) : (
    <EmptyState icon={CalendarClock} title={`No crons in ${place}`} action={create}>
      A cron runs a deployed Function on a schedule, with the same input each time.
    </EmptyState>
  );
}

/** Functions that run on a schedule. */
export function CronsPage() {
  const { search, q, set } = useListSearch("/crons");
  const { cron, form, q: typed = "", function: functionId, sort } = search;
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const query = { limit: 100, environment, q: q || undefined, functionId, sort };
  const pages = usePages("listCronBindings", { query }, { refetchInterval: 10_000 });
  const open = (id: string | undefined) => set({ cron: id, form: undefined, run: undefined });
  const create = useCreateButton("createCronBinding", "New cron", () => set({ form: "new" }), environment);
  return (
    <Page
      title="Cron"
      description={`Runs deployed Functions on a schedule in ${place}. Changes take effect at once, without a deployment.`}
      actions={create}
    >
      <ListBar
        label="Search crons"
        placeholder="Search by name"
        typed={typed}
        filters={[{ name: "function", label: "Function", pick: functionSource }]}
        values={{ function: functionId }}
        onChange={set}
      />
      <List
        label="Crons"
        columns={columns}
        pages={pages}
        sort={sort}
        onSort={(next) => set({ sort: next as CronsSearch["sort"] })}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        openKey={cron}
        empty={
          <NoCrons
            place={place}
            q={q}
            functionId={functionId}
            onClear={() => set({ q: undefined, function: undefined })}
            create={create}
          />
        }
      />
      <OpenedCron
        cron={cron}
        form={form}
        functionId={functionId}
        onForm={(next) => set({ form: next })}
        onOpen={open}
      />
    </Page>
  );
}

interface OpenedCronProps {
  cron: string | undefined;
  form: CronsSearch["form"];
  functionId: string | undefined;
  onForm: (form: CronsSearch["form"]) => void;
  onOpen: (id: string | undefined) => void;
}

/** The detail of a cron, and the form that makes or changes one. */
function OpenedCron({ cron, form, functionId, onForm, onOpen }: OpenedCronProps) {
  const opened = useOperation(
    "getCronBinding",
    { params: { cronBindingId: cron ?? "" } },
    { enabled: cron !== undefined, refetchInterval: 5_000 },
  );
  const closing = { onClose: () => onForm(undefined), onSaved: onOpen };
  return (
    <>
      {cron !== undefined && (
        <CronDrawer
          open={form !== "edit"}
          cronBindingId={cron}
          answer={opened}
          onClose={() => onOpen(undefined)}
          onEdit={() => onForm("edit")}
        />
      )}
      {form === "new" && <CronForm functionId={functionId} {...closing} />}
      {form === "edit" && opened.data !== undefined && <CronForm binding={opened.data} {...closing} />}
    </>
  );
}
