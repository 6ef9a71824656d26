import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CheckCheck, CircleAlert, RotateCcw, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { Chart } from "../../../components/chart/chart.tsx";
import { stepTime } from "../../../components/chart/step-time.ts";
import { count, counted } from "../../../components/format.ts";
import { Page } from "../../../components/page.tsx";
import { toastError } from "../../../components/overlay/toast.tsx";
import { Time } from "../../../components/time.tsx";
import { PendingPage } from "../../../shell/page/pending-page.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { StackView } from "../detail/stack-view.tsx";
import type { ErrorGroup } from "./error-group.ts";
import { ErrorPeople } from "./error-people.tsx";
import { Inputs } from "./inputs.tsx";
import { errorRangeDays, errorRanges, type ErrorRange } from "./search.ts";
import { Touched } from "./touched.tsx";

const above = (
  <Link to="/executions" search={{ tab: "errors" as const }}>
    Errors
  </Link>
);
const dayMs = 86_400_000;
const rangeNames: Record<ErrorRange, string> = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" };

/** One error: how often it occurs, where it began, whom it touches, and what people know of it. */
export function ErrorPage() {
  const { groupId } = useParams({ from: "/errors/$groupId" });
  const { range = "7d" } = useSearch({ from: "/errors/$groupId" });
  const environment = useEnvironment();
  // Computed once for each range; otherwise every render would start a new request.
  const from = useMemo(() => new Date(Date.now() - errorRangeDays[range] * dayMs).toISOString(), [range]);
  const answer = useOperation("getExecutionGroup", { params: { groupId }, query: { environment, from } });
  if (answer.data) return <Loaded group={answer.data} range={range} />;
  return <PendingPage title="Error" above={above} answer={answer} height="h-136" />;
}

function Actions({ group: { id, environment, status } }: { group: ErrorGroup }) {
  const update = useAction("updateExecutionGroup", { onError: toastError });
  const forbidden = useDisabledReason("updateExecutionGroup", environment);
  const { data } = useOperation("getDashboard", { query: { environment, window: "1h" } }, { staleTime: 30_000 });
  const active = data?.activeDeployments.find((each) => each.environment === environment);
  const isOpen = status === "open";
  const set = (next: "open" | "resolved") =>
    update.mutate({ params: { groupId: id }, query: { environment }, body: { status: next } });
  return (
    <>
      {active && (
        <LinkButton icon={Undo2} to="/deployments" search={{ ask: "rollback" as const, of: active.deploymentId }}>
          Roll back
        </LinkButton>
      )}
      <Button
        {...(isOpen ? { kind: "primary" as const } : {})}
        icon={isOpen ? CheckCheck : RotateCcw}
        busy={update.isPending}
        disabledReason={forbidden}
        onClick={() => set(isOpen ? "resolved" : "open")}
      >
        {isOpen ? "Resolve" : "Reopen"}
      </Button>
    </>
  );
}

function State({ group: { status, resolvedAt, resolvedBy, reopenedAt } }: { group: ErrorGroup }) {
  if (status === "resolved" && resolvedAt !== null)
    return (
      <>
        Resolved <Time at={resolvedAt} />
        {resolvedBy !== null && ` by ${resolvedBy}`}
      </>
    );
  if (reopenedAt === null) return "Open";
  return (
    <>
      Came back <Time at={reopenedAt} />
    </>
  );
}

function Trend({ group, range }: { group: ErrorGroup; range: ErrorRange }) {
  const navigate = useNavigate();
  const { id, trend } = group;
  const times = useMemo(() => trend.map(({ at }) => at), [trend]);
  const series = useMemo(
    () => [{ label: "Failures", color: "series-bad" as const, values: trend.map((step) => step.count) }],
    [trend],
  );
  const top = trend.reduce((most, step) => (step.count > most.count ? step : most), { at: group.from, count: 0 });
  const at = stepTime(top.at);
  const when = top.count === group.count ? `at ${at}` : `most at ${at} (${count(top.count)})`;
  const summary =
    group.count === 0
      ? `None in the last ${rangeNames[range]}.`
      : `${counted(group.count, "failure")} in the last ${rangeNames[range]}, ${when}.`;
  return (
    <Chart
      title="Failures"
      summary={summary}
      times={times}
      series={series}
      format={count}
      stacked
      onRange={(from, to) => void navigate({ to: "/executions", search: { errorId: id, from, to } })}
    />
  );
}

function Known({ group }: { group: ErrorGroup }) {
  const { functionId, functionName, code, frame, beganWith, sampleIds } = group;
  const [newest] = sampleIds;
  return (
    <Facts
      items={[
        ["State", <State key="state" group={group} />],
        [
          "Function",
          functionId === null ? (
            functionName || "none"
          ) : (
            <Link key="function" to="/functions/$functionId" params={{ functionId }} className="link">
              {functionName}
            </Link>
          ),
        ],
        ["Code", code],
        frame !== null && [
          "Thrown at",
          <code key="frame" className="font-mono text-xs break-all">
            {frame}
          </code>,
        ],
        ["First seen", <Time key="first" at={group.firstSeenAt} exact />],
        beganWith !== null && [
          "Began with",
          <Link
            key="began"
            to="/deployments/$deploymentId"
            params={{ deploymentId: beganWith.deploymentId }}
            className="link"
          >
            #{beganWith.number} {beganWith.kind}
          </Link>,
        ],
        ["Last seen", <Time key="last" at={group.lastSeenAt} exact />],
        newest !== undefined && [
          "Newest",
          <Link key="newest" to="/executions/$executionId" params={{ executionId: newest }} className="link">
            open the execution
          </Link>,
        ],
      ]}
    />
  );
}

function Loaded({ group, range }: { group: ErrorGroup; range: ErrorRange }) {
  const navigate = useNavigate({ from: "/errors/$groupId" });
  const { id, message, code, status, environment, stack, functionId, from } = group;
  const name = message || code;
  const within = { errorId: id, from };
  return (
    <Page
      title={name}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{name}</span>
          <Badge tone={status === "open" ? "bad" : "good"}>{status === "open" ? "Open" : "Resolved"}</Badge>
          <EnvironmentBadge environment={environment} />
        </span>
      }
      above={above}
      actions={<Actions group={group} />}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Time range"
          value={range}
          choices={errorRanges.map((value) => ({ value, label: rangeNames[value] }))}
          onChange={(next) => void navigate({ search: { range: next === "7d" ? undefined : next } })}
        />
        <Link to="/executions" search={within} className="link text-sm">
          {group.count === 1 ? "Show the execution" : `Show all ${counted(group.count, "execution")}`}
        </Link>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <Trend group={group} range={range} />
          {stack !== null && (
            <section aria-label="Stack" className="grid gap-2 rounded-lg border border-bad-line bg-bad-soft p-4">
              <p className="flex items-center gap-2 text-sm font-medium text-bad">
                <CircleAlert aria-hidden size={16} />
                Stack of the newest one
              </p>
              <StackView stack={stack} functionId={functionId} />
            </section>
          )}
          <Inputs group={group} />
          <Touched group={group} within={within} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Card title="What is known">
            <Known group={group} />
          </Card>
          <ErrorPeople key={id} group={group} />
        </div>
      </div>
    </Page>
  );
}
