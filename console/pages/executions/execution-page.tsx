import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CircleAlert, Copy, FlaskConical, RotateCw } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { loadChunk } from "../../api/load-chunk.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { announce } from "../../components/announce.tsx";
import { EnvironmentBadge, ExecutionBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card } from "../../components/card.tsx";
import { JsonView } from "../../components/show/json-view.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { LogView } from "../../components/show/log-view.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { Page } from "../../components/page.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { toast } from "../../components/overlay/toast.tsx";
import { AskAgent } from "../ask/ask-agent.tsx";
import { ExecutionFacts } from "./detail/facts.tsx";
import { Similar } from "./detail/similar.tsx";
import { StackView } from "./detail/stack-view.tsx";
import { TimelineView } from "./detail/timeline-view.tsx";
import { isKept, shownName } from "./shown-name.ts";
import { useCallTexts, type CallTexts } from "./detail/use-call-texts.ts";

const CallCode = lazyPart(() => import("../call-code.tsx"), "CallCode");
const MakeTestDialog = lazyPart(() => import("./detail/make-test-dialog.tsx"), "MakeTestDialog");
const ReplayDialog = lazyPart(() => import("./detail/replay-dialog.tsx"), "ReplayDialog");

type Execution = AnswerOf<"getExecution">;

const functionGone = "The Function was deleted.";
const noFunction = "No Function ran: the content is kept in the Project.";
const goneReason = (execution: Execution): string => (isKept(execution) ? noFunction : functionGone);
const above = <Link to="/executions">Executions</Link>;

/** One call: its timing, input, log and output, and a way to run it again. */
export function ExecutionPage() {
  const { executionId } = useParams({ from: "/executions/$executionId" });
  const answer = useOperation(
    "getExecution",
    { params: { executionId } },
    // A recorded execution never changes.
    { staleTime: Infinity },
  );
  if (answer.data) return <Loaded execution={answer.data} />;
  return <PendingPage title="Execution" above={above} answer={answer} height="h-136" />;
}

async function copy(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce("Copied");
  toast(`Copied as ${what}`);
}

/** Why a call cannot be made into a test; null when it can. */
function noTestReason(execution: Execution): string | null {
  const { status, functionId } = execution;
  if (functionId === null) return goneReason(execution);
  if (status === "cancelled" || status === "timed_out")
    return "A test cannot repeat a call that was cancelled or ran out of time.";
  return null;
}

function Actions({ execution, texts }: { execution: Execution; texts: CallTexts }) {
  const navigate = useNavigate({ from: "/executions/$executionId" });
  const { id, functionId, environment } = execution;
  const forbidden = useDisabledReason("replayExecution", environment);
  const gone = functionId === null ? goneReason(execution) : null;
  const ask = () => void navigate({ search: (now) => ({ ...now, replay: true }) });
  useShortcuts([{ keys: "r", does: "Run again", run: () => (forbidden ?? gone) === null && ask() }]);
  return (
    <>
      <Menu
        trigger={<Button icon={Copy}>Copy as</Button>}
        groups={[
          {
            entries: [
              {
                label: "curl",
                disabledReason: texts.curl === null ? "The binding was deleted or is still loading." : null,
                onSelect: () => void copy(texts.curl ?? "", "curl"),
              },
              {
                label: "MCP call",
                disabledReason: texts.mcp === null ? texts.mcpReason : null,
                onSelect: () => void copy(texts.mcp ?? "", "an MCP call"),
              },
              { label: "Execution as JSON", onSelect: () => void copy(JSON.stringify(execution, null, 2), "JSON") },
            ],
          },
        ]}
      />
      <Button
        icon={FlaskConical}
        disabledReason={noTestReason(execution)}
        onClick={() => void navigate({ search: (now) => ({ ...now, test: true }) })}
      >
        Make a test of this call
      </Button>
      {functionId !== null && (
        <LinkButton to="/functions/$functionId" params={{ functionId }} search={{ replay: id }}>
          Open in the test panel
        </LinkButton>
      )}
      <Button kind="primary" icon={RotateCw} disabledReason={forbidden ?? gone} onClick={ask}>
        Run again
      </Button>
    </>
  );
}

function Failure({ execution, error }: { execution: Execution; error: NonNullable<Execution["error"]> }) {
  return (
    <section aria-label="Error" className="grid grid-cols-1 gap-2 rounded-lg border border-bad-line bg-bad-soft p-4">
      <p className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{error.message}</span>
        <CallCode code={error.code} className="ml-auto shrink-0 font-mono text-xs" />
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Similar execution={execution} />
        <AskAgent
          load={async () =>
            (await loadChunk(() => import("../ask/ask-about-execution.ts"))).askAboutExecution(execution)
          }
        />
      </div>
      {error.stack !== null && <StackView stack={error.stack} functionId={execution.functionId} />}
    </section>
  );
}

/** The dialog that the URL names. */
function OpenDialog({ execution }: { execution: Execution }) {
  const { replay, test } = useSearch({ from: "/executions/$executionId" });
  const navigate = useNavigate({ from: "/executions/$executionId" });
  const close = () => void navigate({ search: ({ replay: _replay, test: _test, ...rest }) => rest });
  const { functionId } = execution;
  if (test === true && functionId !== null && noTestReason(execution) === null)
    return <MakeTestDialog execution={execution} functionId={functionId} onClose={close} />;
  return replay === true && <ReplayDialog execution={execution} onClose={close} />;
}

function Loaded({ execution }: { execution: Execution }) {
  const { status, environment, source, error, logs } = execution;
  const name = shownName(execution);
  const texts = useCallTexts(execution);
  return (
    <Page
      title={name}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <ExecutionBadge status={status} />
          <EnvironmentBadge environment={environment} />
          <span className="text-sm font-normal text-muted">{source}</span>
        </span>
      }
      above={above}
      actions={<Actions execution={execution} texts={texts} />}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {error && <Failure execution={execution} error={error} />}
          <Card title="Timeline">
            <TimelineView execution={execution} />
          </Card>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
            <Card title="Input">
              <JsonView value={execution.input} label="Input" />
            </Card>
            <Card title="Output">
              {status === "succeeded" ? (
                <JsonView value={execution.output} label="Output" />
              ) : (
                <p className="text-sm text-muted">No output.</p>
              )}
            </Card>
          </div>
          <Card title={`Log · ${logs.length}`}>
            <LogView label="Log" lines={logs} since={execution.startedAt} empty="No logs." />
          </Card>
        </div>
        <Card title="Details">
          <ExecutionFacts execution={execution} bindingName={texts.bindingName} />
        </Card>
      </div>
      <OpenDialog execution={execution} />
    </Page>
  );
}
