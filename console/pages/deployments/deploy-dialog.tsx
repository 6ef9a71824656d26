import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { MessageField } from "./message-field.tsx";
import { NotDeployed } from "./not-deployed.tsx";
import { BreakingNote, MissingSecretsNote, PreviewChanges, Unaffected, WarningsNote } from "./preview.tsx";
import { newIdempotencyKey } from "./words.ts";

/** What a deployment of the drafts would change, then the deployment. */
export function DeployDialog({ onClose }: { onClose: () => void }) {
  const preview = useOperation("previewDeployment", { query: { target: "development" } }, { staleTime: 0 });
  const [message, setMessage] = useState("");
  const [key] = useState(newIdempotencyKey);
  const navigate = useNavigate();
  const forbidden = useDisabledReason("createDeployment", "development");
  const deploy = useAction("createDeployment", {
    changes: ["listDeployments", "previewDeployment"],
    onSuccess: ({ id }) => void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } }),
  });
  const { data } = preview;
  const refused = forbidden ?? (data ? null : "What would change is still being read.");
  const run = () =>
    refused === null && !deploy.isPending && deploy.mutate({ body: { message }, headers: { "idempotency-key": key } });
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Deploy to Development"
      description={
        data?.current
          ? `The drafts of the whole Project, compared with what Development serves since #${data.current.number}.`
          : "Development serves nothing yet: all of the drafts are new."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={deploy.isPending} disabledReason={refused} onClick={run}>
            {data && data.changes.length > 0
              ? `Deploy ${data.changes.length} ${data.changes.length === 1 ? "change" : "changes"}`
              : "Deploy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {preview.error && <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />}
        {deploy.error && <ErrorNote error={deploy.error} />}
        {data ? (
          <>
            <BreakingNote preview={data} />
            <MissingSecretsNote preview={data} />
            <WarningsNote preview={data} />
            <PreviewChanges preview={data} from="drafts" />
            <NotDeployed functions={data.notDeployed} />
            <Unaffected preview={data} title="Live already, without a deployment" />
            <MessageField label="Message" value={message} onChange={setMessage} onSubmit={run} />
          </>
        ) : (
          !preview.error && <Skeleton className="h-72" />
        )}
      </div>
    </Dialog>
  );
}
