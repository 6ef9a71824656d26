import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Save, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { CodeTab } from "./code/code-tab.tsx";
import { createDraft, type Draft, type FunctionDetail } from "./code/draft.ts";
import { drafts } from "./code/drafts.ts";
import { KeptDraftNote } from "./code/kept-draft-note.tsx";
import { useKeptDraft } from "./code/use-kept-draft.ts";
import { useSave } from "./code/use-save.ts";
import { FunctionStatus } from "./function-status.tsx";
import { without } from "./without.ts";

const VersionsTab = lazy(async () => ({ default: (await import("./versions/versions-tab.tsx")).VersionsTab }));
const ConflictDialog = lazy(async () => ({ default: (await import("./code/conflict-dialog.tsx")).ConflictDialog }));
const DeleteFunction = lazy(async () => ({ default: (await import("./delete-function.tsx")).DeleteFunction }));

const above = <Link to="/functions">Functions</Link>;

/** One Function: its code with the tool that it becomes, tests, and every revision. */
export function FunctionPage() {
  const { functionId } = useParams({ from: "/functions/$functionId" });
  const { data, error, refetch } = useOperation("getFunction", { params: { functionId } });
  if (data) return <Loaded key={data.id} detail={data} />;
  return (
    <Page title="Function" above={above} width="full">
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[70dvh]" />}
    </Page>
  );
}

function SaveState({ draft, isSaving }: { draft: Draft; isSaving: boolean }) {
  const isDirty = draft.isDirty.use();
  const { revision } = draft.base.use();
  return (
    <span role="status" className="text-xs text-muted">
      {isSaving ? "Saving…" : isDirty ? "Unsaved changes, kept in this browser" : `Revision ${revision}, saved`}
    </span>
  );
}

function Loaded({ detail }: { detail: FunctionDetail }) {
  const search = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  const [draft] = useState(() => createDraft(detail));
  const [isDeleting, setDeleting] = useState(false);
  const kept = useKeptDraft(detail.id, draft);
  const { save, isSaving, error, conflict, setConflict } = useSave(detail.id, draft);
  const forbidden = useDisabledReason("updateFunction");
  const deleteForbidden = useDisabledReason("deleteFunction");
  const isDirty = draft.isDirty.use();
  const base = draft.base.use();
  const { name } = { ...base, ...draft.fields.use() };

  // Somebody else has saved: what was not touched here follows, what was is asked about when it is saved.
  useEffect(() => {
    if (detail.revision > draft.base.get().revision && !draft.isDirty.get()) draft.reset(detail);
    else if (detail.revision === draft.base.get().revision) draft.base.set(detail);
  }, [detail, draft]);
  useShortcuts([{ keys: "Mod+s", does: "Save", run: () => forbidden === null && void save() }]);

  const isBehind = detail.revision > base.revision && isDirty;
  return (
    <Page
      title={name}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{name}</span>
          <FunctionStatus status={base.status} />
          <code className="font-mono text-xs font-normal text-muted">{base.slug}</code>
        </span>
      }
      above={above}
      width="full"
      actions={
        <>
          <SaveState draft={draft} isSaving={isSaving} />
          <IconButton
            icon={Trash2}
            label="Delete this Function"
            disabledReason={deleteForbidden}
            onClick={() => setDeleting(true)}
          />
          <Button
            kind="primary"
            icon={Save}
            busy={isSaving}
            disabledReason={forbidden ?? (isDirty ? null : "There is nothing to save.")}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      {error && (
        <div className="mb-3">
          <ErrorNote error={error} onRetry={() => void save()} />
        </div>
      )}
      {kept.offered && (
        <KeptDraftNote
          kept={kept.offered}
          revision={base.revision}
          onDiscard={kept.dismiss}
          onRestore={() => {
            if (kept.offered === null) return;
            draft.replaceSource(kept.offered.source);
            if (kept.offered.revision < base.revision) setConflict(base);
            kept.accept();
          }}
        />
      )}
      {isBehind && (
        <p role="status" className="mb-3 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
          Revision {detail.revision} has been saved since you began.{" "}
          <button type="button" className="link" onClick={() => setConflict(detail)}>
            Compare and merge
          </button>
        </p>
      )}
      <Tabs
        label="Parts of the Function"
        value={search.tab ?? "code"}
        onChange={(tab) =>
          void navigate({
            search: (now) => ({ ...without(now, "tab"), ...(tab === "versions" ? { tab } : {}) }),
            replace: true,
          })
        }
        tabs={[
          { value: "code", label: "Code", content: <CodeTab draft={draft} /> },
          {
            value: "versions",
            label: "Versions",
            content: (
              <Suspense fallback={<Skeleton className="h-96" />}>
                <VersionsTab
                  detail={base}
                  onRestore={(source) => {
                    draft.replaceSource(source);
                    void navigate({ search: (now) => without(now, "tab", "from", "to") });
                  }}
                />
              </Suspense>
            ),
          },
        ]}
      />
      <Suspense>
        {conflict && (
          <ConflictDialog
            theirs={conflict}
            mine={draft.source.get()}
            onClose={() => setConflict(null)}
            onTakeTheirs={() => {
              draft.reset(conflict);
              drafts.drop(detail.id);
              setConflict(null);
            }}
            onMerged={(source) => {
              draft.rebase(conflict);
              draft.replaceSource(source);
              setConflict(null);
            }}
          />
        )}
        {isDeleting && <DeleteFunction detail={base} open onClose={() => setDeleting(false)} />}
      </Suspense>
    </Page>
  );
}
