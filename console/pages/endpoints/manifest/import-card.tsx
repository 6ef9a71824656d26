import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { FileUp, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { issuesOf } from "../../../api/issues-of.ts";
import { useAction } from "../../../api/use-action.ts";
import { queryClient } from "../../../api/query-client.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { readJson } from "../../../components/show/read-json.ts";
import { Skeleton } from "../../../components/states.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Endpoint } from "../endpoint.ts";
import { kindOfChange } from "./kind-of-change.ts";
import { PlanView } from "./plan-view.tsx";
import { counted } from "../../../components/format.ts";

const JsonEditor = lazyPart(
  () => import("../../../editor/json-editor.tsx"),
  "JsonEditor",
  <Skeleton className="h-56" />,
);

function parse(text: string): { manifest: Manifest } | { problem: string } {
  const read = readJson(text);
  return "problem" in read ? read : { manifest: read.value as Manifest };
}

function ChooseFile({ forbidden, onRead }: { forbidden: string | null; onRead: (text: string) => void }) {
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={fileRef}
        type="file"
        accept=".json,application/json"
        className="quiet"
        tabIndex={-1}
        aria-label="Manifest file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          void file?.text().then(onRead);
        }}
      />
      <Button size="sm" icon={FileUp} disabledReason={forbidden} onClick={() => fileRef.current?.click()}>
        Choose a file
      </Button>
    </>
  );
}

/** Why there is no plan: the error, and each place in the manifest that it names. */
function PreviewFailure({ error }: { error: Error }) {
  const issues = issuesOf(error);
  return (
    <>
      <ErrorNote error={error} />
      {issues.length > 0 && (
        <ul className="grid gap-1 text-xs">
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono break-all">{path.replace(/^body\.manifest\.?/, "") || "manifest"}</code>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function MissingSecrets({ names }: { names: readonly string[] }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
      <TriangleAlert aria-hidden size={15} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        The Project is missing {names.length === 1 ? "the secret" : "the secrets"} <Mono>{names.join(", ")}</Mono>.
        Functions that need it fail until you add it.
      </p>
      <LinkButton size="sm" to="/secrets">
        Secrets
      </LinkButton>
    </div>
  );
}

/** The typed manifest, its plan, and functions that send both. */
function useImport(endpoint: Endpoint) {
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useAction("previewManifest");
  const apply = useAction("applyManifest", {
    onSuccess: () => {
      setAsking(false);
      setText("");
      preview.reset();
      toast("The manifest was applied", "Callers see it with the next deployment");
      void queryClient.invalidateQueries();
    },
    onError: () => setAsking(false),
  });
  const params = { endpointId: endpoint.id };
  // Only the previewed text can be applied, so changing it discards the plan.
  const write = (next: string) => {
    if (next === text) return;
    setText(next);
    setProblem(null);
    preview.reset();
    apply.reset();
  };
  const plan = preview.data;
  const look = (given = text) => {
    const parsed = parse(given);
    if ("problem" in parsed) {
      setProblem(parsed.problem);
      return;
    }
    apply.reset();
    preview.mutate({ params, body: { manifest: parsed.manifest } });
  };
  const send = () => {
    const parsed = parse(text);
    if (plan && "manifest" in parsed)
      apply.mutate({ params, body: { manifest: parsed.manifest, previewDigest: plan.digest } });
  };
  return { text, problem, preview, apply, isAsking, setAsking, write, look, send };
}

type Import = ReturnType<typeof useImport>;

/** Why the plan cannot be applied; null when it can. */
function useApplyForbidden(plan: Import["preview"]["data"]): string | null {
  const forbidden = useDisabledReason("applyManifest");
  if (forbidden !== null) return forbidden;
  if (plan?.changes.some(({ allowed }) => !allowed)) return "Your role does not allow every change in this plan.";
  return plan?.changes.length === 0 ? "There is nothing to change." : null;
}

/** The plan, notes about it, and the button that applies it. It asks first about anything that the plan removes. */
function Plan({ endpoint, given }: { endpoint: Endpoint; given: Import }) {
  const { preview, apply, isAsking, setAsking, look, send } = given;
  const plan = preview.data;
  const cannot = useApplyForbidden(plan);
  const removed = plan?.changes.filter(({ change }) => change === "removed") ?? [];
  return (
    <>
      {preview.error && <PreviewFailure error={preview.error} />}
      {plan && <PlanView plan={plan} />}
      {plan && plan.missing.secrets.length > 0 && <MissingSecrets names={plan.missing.secrets} />}
      {apply.error && <ErrorNote error={apply.error} onRetry={() => look()} />}
      {plan && (
        <div>
          <Button
            kind="primary"
            busy={apply.isPending}
            disabledReason={cannot}
            onClick={() => (removed.length > 0 ? setAsking(true) : send())}
          >
            Apply {counted(plan.changes.length, "change")}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Apply the manifest to ${endpoint.name}?`}
        description="Anything the manifest does not contain is removed. The deployed version keeps working until the next deployment."
        consequences={removed.map((change) => `Removes the ${kindOfChange(change).toLowerCase()} ${change.name}.`)}
        typedName={endpoint.slug}
        confirmLabel="Apply manifest"
        busy={apply.isPending}
        error={apply.error}
        onConfirm={send}
      />
    </>
  );
}

/** Reads a manifest, previews its changes, and applies exactly those. */
export function ImportCard({ endpoint }: { endpoint: Endpoint }) {
  const given = useImport(endpoint);
  const { text, problem, preview, write, look } = given;
  const forbidden = useDisabledReason("previewManifest");
  return (
    <Card
      title="Import"
      actions={
        <ChooseFile
          forbidden={forbidden}
          onRead={(read) => {
            write(read);
            look(read);
          }}
        />
      }
    >
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          Paste a manifest or choose a file. You see the plan first. Nothing changes until you apply it, and it applies
          completely or not at all.
        </p>
        <JsonEditor
          label="Manifest"
          readOnlyReason={forbidden}
          value={text}
          onChange={write}
          height="14rem"
          invalid={problem !== null}
        />
        {problem !== null && <p className="text-xs font-medium text-bad">Not valid JSON: {problem}</p>}
        <div>
          <Button
            busy={preview.isPending}
            disabledReason={forbidden ?? (text.trim() === "" ? "Paste a manifest or choose a file." : null)}
            onClick={() => look()}
          >
            Preview plan
          </Button>
        </div>
        <Plan endpoint={endpoint} given={given} />
      </div>
    </Card>
  );
}
