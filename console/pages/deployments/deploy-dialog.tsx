import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { CheckNote } from "./check-note.tsx";
import { MessageField } from "./message-field.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PreviewParts } from "./preview.tsx";
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
    <PreviewDialog
      title="Deploy to Development"
      description={
        data?.current
          ? `All drafts of the Project, compared with deployment #${data.current.number} in Development.`
          : "Nothing is deployed in Development yet, so every draft is new."
      }
      preview={preview}
      action={deploy}
      kind="primary"
      confirmLabel={data && data.changes.length > 0 ? `Deploy ${counted(data.changes.length, "change")}` : "Deploy"}
      disabledReason={refused}
      onConfirm={run}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <CheckNote check={check} preview={shown} />
          <PreviewParts preview={shown} />
          <MessageField label="Message" value={message} onChange={setMessage} onSubmit={run} />
        </>
      )}
    </PreviewDialog>
  );
}
