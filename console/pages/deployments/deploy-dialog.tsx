import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { CheckNote } from "./check-note.tsx";
import { MessageField } from "./message-field.tsx";
import { NotDeployed } from "./not-deployed.tsx";
import { BreakingNote, MissingNotes, PreviewChanges, Unaffected, WarningsNote } from "./preview.tsx";
import { useDraftCheck } from "./use-draft-check.ts";
import { newIdempotencyKey } from "./words.ts";
import { counted } from "../../components/format.ts";

/** Previews what deploying the drafts would change, then deploys them. */
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
  const check = useDraftCheck(data);
  const refused =
    forbidden ??
    (data ? null : "Loading changes…") ??
    (check.state === "running" ? "Checking for breaking changes. Skip the check to deploy now." : null);
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
          ? `All drafts of the Project, compared with deployment #${data.current.number} in Development.`
          : "Nothing is deployed in Development yet, so every draft is new."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={deploy.isPending} disabledReason={refused} onClick={run}>
            {data && data.changes.length > 0 ? `Deploy ${counted(data.changes.length, "change")}` : "Deploy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {preview.error && <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />}
        {deploy.error && <ErrorNote error={deploy.error} />}
        {data ? (
          <>
            <CheckNote check={check} preview={data} />
            <BreakingNote preview={data} />
            <MissingNotes preview={data} />
            <WarningsNote preview={data} />
            <PreviewChanges preview={data} from="drafts" />
            <NotDeployed functions={data.notDeployed} />
            <Unaffected preview={data} title="Already live, no deployment needed" />
            <MessageField label="Message" value={message} onChange={setMessage} onSubmit={run} />
          </>
        ) : (
          !preview.error && <Skeleton className="h-72" />
        )}
      </div>
    </Dialog>
  );
}
