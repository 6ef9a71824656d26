import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { MessageField } from "./message-field.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { breakingOf, PreviewParts, type Preview } from "./preview.tsx";
import { Side } from "./side.tsx";
import { newIdempotencyKey } from "./words.ts";

interface MoveDialogProps {
  kind: "release" | "rollback";
  /** For a release, the deployment to release. For a rollback, the active one, or an earlier one to return to. */
  deploymentId: string;
  target: Environment;
  onClose: () => void;
}

/** The things that a release needs and the environment lacks, in words. */
function missingIn({ missingSecrets, missingConnections }: Preview, target: Environment): string | null {
  if (missingSecrets.length > 0) return `${environmentNames[target]} is missing secrets: ${missingSecrets.join(", ")}.`;
  return missingConnections.length > 0
    ? `${environmentNames[target]} is missing connections: ${missingConnections.join(", ")}.`
    : null;
}

/** The deployment that is served now, beside its replacement. */
function Sides({ preview, target }: { preview: Preview; target: Environment }) {
  return (
    <div className="grid grid-cols-1 items-stretch gap-2 sm:grid-cols-[1fr_auto_1fr]">
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

const texts = {
  release: {
    title: "Release to Production",
    description:
      "Production gets the same artifact that Development serves. Nothing is rebuilt, and callers get it within a second.",
    verb: "Release",
  },
  rollback: {
    title: "Roll back",
    description:
      "The earlier deployment goes live again unchanged. Nothing is rebuilt, and callers get it within a second.",
    verb: "Roll back to",
  },
};

/** The action of the dialog. By its key, the server recognises a second press. */
function useMove(kind: MoveDialogProps["kind"], deploymentId: string, preview: Preview | undefined) {
  const [key] = useState(newIdempotencyKey);
  const navigate = useNavigate();
  const onSuccess = ({ id }: { id: string }) =>
    void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } });
  const release = useAction("releaseDeployment", { onSuccess });
  const rollback = useAction("rollbackDeployment", { onSuccess });
  const headers = { "idempotency-key": key };
  if (kind === "release") {
    const { error, isPending } = release;
    const move = (message: string) => release.mutate({ body: { projectDeploymentId: deploymentId, message }, headers });
    return { error, isPending, move };
  }
  const served = preview?.current ? { servedDeploymentId: preview.current.projectDeploymentId } : {};
  const { error, isPending } = rollback;
  const move = (reason: string) =>
    rollback.mutate({ params: { projectDeploymentId: deploymentId }, body: { reason, ...served }, headers });
  return { error, isPending, move };
}

/**
 * Confirms a release or a rollback: current and target side by side, what breaks, what is missing, what stays, and why.
 */
export function MoveDialog({ kind, deploymentId, target, onClose }: MoveDialogProps) {
  const isRelease = kind === "release";
  const query = { target, projectDeploymentId: deploymentId };
  const preview = useOperation("previewDeployment", { query }, { staleTime: 0 });
  const [text, setText] = useState("");
  const [isAware, setAware] = useState(false);
  const { data } = preview;
  const action = useMove(kind, deploymentId, data);
  const mayRelease = useDisabledReason("releaseDeployment");
  const mayRollBack = useDisabledReason("rollbackDeployment", target);
  const breaks = data ? breakingOf(data).length : 0;
  const needsAwareness = isRelease && breaks > 0;
  const refused =
    (isRelease ? mayRelease : mayRollBack) ??
    (data === undefined ? "The changes are still loading." : null) ??
    (isRelease && data !== undefined ? missingIn(data, target) : null) ??
    (needsAwareness && !isAware ? "Confirm the breaking changes first." : null) ??
    (!isRelease && text.trim() === "" ? "Give a reason, so that others can read it later." : null);
  const run = () => refused === null && !action.isPending && action.move(text);
  const { title, description, verb } = texts[kind];
  const field = { value: text, onChange: setText, onSubmit: run };
  const pins = target === "production" ? { hint: "This pins Production until the next release." } : {};
  return (
    <PreviewDialog
      title={isRelease ? title : `${title} ${environmentNames[target]}`}
      description={description}
      preview={preview}
      action={action}
      kind={target === "production" ? "production" : "primary"}
      confirmLabel={`${verb} ${data?.next ? `#${data.next.number}` : ""}`}
      disabledReason={refused}
      onConfirm={run}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <Sides preview={shown} target={target} />
          {!isRelease && <MessageField label="Reason" required {...field} {...pins} />}
          <PreviewParts preview={shown} />
          {isRelease && <MessageField label="Message" {...field} />}
          {needsAwareness && <Awareness breaks={breaks} isAware={isAware} onChange={setAware} />}
        </>
      )}
    </PreviewDialog>
  );
}
