import { CalendarClock, Pause } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { functionSource } from "../../api/pick-sources.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { FunctionName } from "../../components/show/function-name.tsx";
import { Page } from "../../components/page.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { RunBadge } from "./run-badge.tsx";
import type { CronsSearch } from "./search.ts";

const CronsBulk = lazyPart(() => import("./crons-bulk.tsx"), "CronsBulk");
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

const filters = [{ name: "function", label: "Function", pick: functionSource }];

/** Functions that run on a schedule. */
export function CronsPage() {
  const state = useListSearch("/crons");
  const { search, q, set } = state;
  const { cron, form, function: functionId, sort } = search;
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
      <SearchedList
        things="crons"
        searched="name"
        state={state}
        filters={filters}
        columns={columns}
        pages={pages}
        Bulk={CronsBulk}
        onOpen={({ id }) => open(id)}
        openKey={cron}
        icon={CalendarClock}
        where={` in ${place}`}
        create={create}
      >
        A cron runs a deployed Function on a schedule, with the same input each time.
      </SearchedList>
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
