import { runSources, type Environment } from "@ferrule/contract/states.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Ban, Radio, RotateCw } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { cronSource, functionSource } from "../../api/pick-sources.ts";
import { useOperation, usePages, type AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import type { Filter } from "../../components/filter/filter.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Page } from "../../components/page.tsx";
import { NoMatches, Skeleton } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { chosenRuns, notAsAWhole, takenOf } from "./chosen-runs.ts";
import { countText, sumOf } from "./count-runs.ts";
import { deploymentSources } from "./deployment-choices.ts";
import { ErrorCodes } from "./error-codes.tsx";
import { PauseButton, PausedNotes } from "./paused-notes.tsx";
import { runColumns } from "./run-columns.tsx";
import { kindChoices } from "./run-kinds.ts";
import type { RunsSearch } from "./search.ts";
import { SinceMenu } from "./since-menu.tsx";
import { StatusTabs } from "./status-tabs.tsx";

const BulkDialog = lazyPart(() => import("./bulk-dialog.tsx"), "BulkDialog");
const NoRuns = lazyPart(() => import("./no-runs.tsx"), "NoRuns", <Skeleton className="h-96" />);
const SendEvent = lazyPart(() => import("./send-event.tsx"), "SendEvent");
const StartRun = lazyPart(() => import("./start-run.tsx"), "StartRun");

const readAgainMs = 5_000;

/** The filters of the list, beside its states and its time. */
const filtersIn = (environment: Environment): readonly Filter[] => [
  { name: "mode", label: "Kind", choices: kindChoices },
  { name: "functionId", label: "Function", pick: functionSource },
  { name: "errorCode", label: "Error", placeholder: "PAYMENT_DOWN" },
  { name: "deploymentId", label: "Deployment", pick: deploymentSources[environment] },
  { name: "source", label: "Source", choices: runSources.map((value) => ({ value, label: value })) },
  { name: "cronBindingId", label: "Cron", pick: cronSource },
  { name: "tenantId", label: "Tenant", placeholder: "default" },
  { name: "key", label: "Key", placeholder: "order-7" },
  { name: "parentId", label: "Started by", placeholder: "The ID of a run" },
];
const filtersOf = { development: filtersIn("development"), production: filtersIn("production") };

interface PartProps {
  search: RunsSearch;
  environment: Environment;
  change: (next: Partial<RunsSearch>) => void;
}

/** What the filtered runs have in common, in words. */
const whichOf = ({ errorCode }: RunsSearch, act: "retry" | "cancel"): string =>
  act === "cancel"
    ? "that match the filters and have not ended"
    : errorCode === undefined
      ? "that match the filters and failed or expired"
      : `that match the filters and failed with ${errorCode}`;

/** Retries, cancels or pauses what the filters have chosen. */
function Bulk({ search, environment, change, answer }: PartProps & { answer: AnswerOf<"countRuns"> | undefined }) {
  const mayRetry = useDisabledReason("retryRuns", environment);
  const mayCancel = useDisabledReason("cancelRuns", environment);
  const failed = answer && sumOf(answer.counts, takenOf("retry", search.status));
  const open = answer && sumOf(answer.counts, takenOf("cancel", search.status));
  const whole = notAsAWhole(search);
  return (
    <div role="group" aria-label="All of these runs" className="ml-auto flex flex-wrap items-center gap-2">
      <Button
        icon={RotateCw}
        kind={failed !== undefined && failed.count > 0 ? "primary" : "secondary"}
        disabledReason={mayRetry ?? whole ?? (failed?.count === 0 ? "None of these runs failed." : null)}
        onClick={() => change({ ask: "retry" })}
      >
        Retry {failed !== undefined && failed.count > 0 ? `${countText(failed)} failed` : "failed"}
      </Button>
      <Button
        icon={Ban}
        disabledReason={mayCancel ?? whole ?? (open?.count === 0 ? "All of these runs have ended." : null)}
        onClick={() => change({ ask: "cancel" })}
      >
        Cancel {open !== undefined && open.count > 0 ? `${countText(open)} open` : "open"}
      </Button>
      <PauseButton environment={environment} functionId={search.functionId} paused={answer?.paused ?? []} />
    </div>
  );
}

/** The dialog that the URL names. */
function OpenDialog({
  search,
  environment,
  change,
  answer,
}: PartProps & { answer: AnswerOf<"countRuns"> | undefined }) {
  const close = () => change({ ask: undefined });
  const { ask } = search;
  if (ask === "start") return <StartRun functionId={search.functionId} onClose={close} />;
  if (ask === "event") return <SendEvent onClose={close} />;
  if (ask === undefined || answer === undefined || notAsAWhole(search) !== null) return null;
  return (
    <BulkDialog
      key={ask}
      act={ask}
      chosen={chosenRuns(ask, search, environment)}
      counted={sumOf(answer.counts, takenOf(ask, search.status))}
      which={whichOf(search, ask)}
      onClose={close}
    />
  );
}

function Runs({ search, environment, change }: PartProps) {
  const navigate = useNavigate({ from: "/runs" });
  const { ask: _ask, ...chosen } = search;
  const pages = usePages(
    "listRuns",
    { query: { limit: 100, environment, ...chosen } },
    { refetchInterval: readAgainMs },
  );
  const isFiltered = Object.values(chosen).some((value) => value !== undefined);
  const place = environmentNames[environment];
  return (
    <>
      {search.errorCode === undefined && pages.items && (
        <ErrorCodes runs={pages.items} hasMore={pages.hasMore} onChoose={(errorCode) => change({ errorCode })} />
      )}
      <List
        label="Runs"
        columns={runColumns}
        pages={pages}
        rowKey={({ id }) => id}
        moreByScrolling
        onOpen={({ id }) => void navigate({ to: "/runs/$runId", params: { runId: id }, search: {} })}
        empty={
          isFiltered ? (
            <NoMatches
              title="No runs match"
              clear="Clear filters"
              onClear={() => void navigate({ search: {} })}
            >{`No run in ${place} fits all of these filters.`}</NoMatches>
          ) : (
            <NoRuns place={place} />
          )
        }
      />
    </>
  );
}

/** The runs of one environment: what failed and why, what waits, and what to do with all of them. */
export function RunsPage() {
  const search = useSearch({ from: "/runs" });
  const navigate = useNavigate({ from: "/runs" });
  const environment = useEnvironment();
  const change = (next: Partial<RunsSearch>) => void navigate({ search: (now) => ({ ...now, ...next }) });
  const { ask: _ask, status: _status, ...counted } = search;
  const { data } = useOperation("countRuns", { query: { environment, ...counted } }, { refetchInterval: readAgainMs });
  const startButton = useCreateButton("startRun", "Start a run", () => change({ ask: "start" }), environment);
  const maySend = useDisabledReason("sendRunEvent", environment);
  const part = { search, environment, change };
  return (
    <Page
      title="Runs"
      width="full"
      description={`What runs in ${environmentNames[environment]} without a waiting caller: durable runs, calls that were approved, crons and deliveries.`}
      actions={
        <>
          <SinceMenu environment={environment} value={search.since} onChange={(since) => change({ since })} />
          <Button icon={Radio} disabledReason={maySend} onClick={() => change({ ask: "event" })}>
            Send an event
          </Button>
          {startButton}
        </>
      }
    >
      <PausedNotes paused={data?.paused ?? []} environment={environment} />
      <StatusTabs counts={data?.counts} value={search.status} onChange={(status) => change({ status })} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Filters filters={filtersOf[environment]} values={{ ...search }} onChange={change} />
        <Bulk {...part} answer={data} />
      </div>
      <Runs {...part} />
      <OpenDialog {...part} answer={data} />
    </Page>
  );
}
