import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";

/** Writes and binds a sample in one click, or lets the user write a Function. */
export function WriteStep() {
  const templates = useOperation("listTemplates", { query: { limit: 100 } });
  const sample = templates.data?.items.find(
    ({ contents, requiredSecrets }) =>
      requiredSecrets.length === 0 && contents.some(({ kind }) => kind === "mcp-binding"),
  );
  const install = useAction("installTemplate");
  const reason = useDisabledReason("installTemplate");
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          busy={install.isPending || templates.isPending}
          disabledReason={reason ?? (templates.isSuccess && !sample ? "This installation has no sample." : null)}
          onClick={() => sample && install.mutate({ body: { templateId: sample.id, parameters: {} } })}
        >
          Start with a sample
        </Button>
        <LinkButton to="/functions">Write your own</LinkButton>
      </div>
      {sample && (
        <p className="text-xs text-muted">
          The sample: {sample.name}. {sample.summary} It is created and bound in one step.
        </p>
      )}
      {install.error && <ErrorNote error={install.error} />}
    </div>
  );
}
