import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { MessageField } from "./message-field.tsx";
import { BreakingNote, breakingOf, MissingNotes, PreviewChanges, Unaffected, WarningsNote } from "./preview.tsx";
import { Side } from "./side.tsx";
import { newIdempotencyKey } from "./words.ts";

interface MoveDialogProps {
  kind: "release" | "rollback";
  /** For a release, the deployment to release. For a rollback, the active one, or an earlier one to return to. */
  deploymentId: string;
  target: Environment;
  onClose: () => void;
}

const moved = ["listDeployments", "getDeployment", "listEnvironments", "previewDeployment", "getDashboard"] as const;

type Preview = AnswerOf<"previewDeployment">;

/** What a release needs that the environment does not have, in words. */
function missingIn({ missingSecrets, missingConnections }: Preview, target: Environment): string | null {
  if (missingSecrets.length > 0) return `${environmentNames[target]} is missing secrets: ${missingSecrets.join(", ")}.`;
  return missingConnections.length > 0
    ? `${environmentNames[target]} is missing connections: ${missingConnections.join(", ")}.`
    : null;
}

/** The deployment that is served now, beside the one that takes its place. */
function Sides({ preview, target }: { preview: Preview; target: Environment }) {
  return (
    <div className="grid items-stretch gap-2 sm:grid-cols-[1fr_auto_1fr]">
      <Side
        title="Current"
        deploymentId={preview.current?.projectDeploymentId ?? null}
        environment={target}
        pinned={preview.pinned}
      />
      <ArrowRight aria-hidden size={18} className="self-center text-muted max-sm:hidden" />
      <Side title="Target" deploymentId={preview.next?.projectDeploymentId ?? null} environment={target} />
    </div>
  );
}

interface AwarenessProps {
  breaks: number;
  isAware: boolean;
  onChange: (isAware: boolean) => void;
}

function Awareness({ breaks, isAware, onChange }: AwarenessProps) {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        className="mt-1 accent-(--production)"
        checked={isAware}
        onChange={(event) => onChange(event.target.checked)}
      />
      {breaks === 1
        ? "I understand that this breaks callers."
        : `I understand that these ${breaks} changes break callers.`}
    </label>
  );
}

/**
 * Confirms a release or a rollback: current and target side by side, what breaks, what is missing, what stays, and why.
 */
export function MoveDialog({ kind, deploymentId, target, onClose }: MoveDialogProps) {
  const isRelease = kind === "release";
  const preview = useOperation(
    "previewDeployment",
    { query: { target, projectDeploymentId: deploymentId } },
    { staleTime: 0 },
  );
  const [text, setText] = useState("");
  const [isAware, setAware] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const navigate = useNavigate();
  const onSuccess = ({ id }: { id: string }) =>
    void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } });
  const release = useAction("releaseDeployment", { changes: moved, onSuccess });
  const rollback = useAction("rollbackDeployment", { changes: moved, onSuccess });
  const forbidden = [useDisabledReason("releaseDeployment"), useDisabledReason("rollbackDeployment", target)];
  const { data } = preview;
  const { error, isPending } = isRelease ? release : rollback;
  const breaks = data ? breakingOf(data).length : 0;
  const needsAwareness = isRelease && breaks > 0;
  const refused =
    (isRelease ? forbidden[0] : forbidden[1]) ??
    (data === undefined ? "The changes are still loading." : null) ??
    (isRelease && data !== undefined ? missingIn(data, target) : null) ??
    (needsAwareness && !isAware ? "Confirm the breaking changes first." : null) ??
    (!isRelease && text.trim() === "" ? "Give a reason, so that others can read it later." : null);
  const run = () => {
    if (refused !== null || isPending) return;
    const headers = { "idempotency-key": key };
    if (isRelease) release.mutate({ body: { projectDeploymentId: deploymentId, message: text }, headers });
    else {
      const served = data?.current ? { servedDeploymentId: data.current.projectDeploymentId } : {};
      rollback.mutate({ params: { projectDeploymentId: deploymentId }, body: { reason: text, ...served }, headers });
    }
  };
  const next = data?.next ? `#${data.next.number}` : "";
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={isRelease ? "Release to Production" : `Roll back ${environmentNames[target]}`}
      description={
        isRelease
          ? "Production gets the same artifact that Development serves. Nothing is rebuilt, and callers get it within a second."
          : "The earlier deployment goes live again unchanged. Nothing is rebuilt, and callers get it within a second."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={target === "production" ? "production" : "primary"}
            busy={isPending}
            disabledReason={refused}
            onClick={run}
          >
            {isRelease ? `Release ${next}` : `Roll back to ${next}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {preview.error && <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />}
        {error && <ErrorNote error={error} />}
        {data ? (
          <>
            <Sides preview={data} target={target} />
            {!isRelease && (
              <MessageField
                label="Reason"
                required
                value={text}
                onChange={setText}
                onSubmit={run}
                {...(target === "production" ? { hint: "This pins Production until the next release." } : {})}
              />
            )}
            <MissingNotes preview={data} />
            <BreakingNote preview={data} />
            <WarningsNote preview={data} />
            <PreviewChanges preview={data} {...(isRelease ? { from: "development" as const } : {})} />
            <Unaffected preview={data} title={isRelease ? "Stays as it is" : "Not rolled back"} />
            {isRelease && <MessageField label="Message" value={text} onChange={setText} onSubmit={run} />}
            {needsAwareness && <Awareness breaks={breaks} isAware={isAware} onChange={setAware} />}
          </>
        ) : (
          !preview.error && <Skeleton className="h-72" />
        )}
      </div>
    </Dialog>
  );
}
