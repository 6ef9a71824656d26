import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Save, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Mono } from "../../components/mono.tsx";
import { Skeleton } from "../../components/states.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { loadChunk } from "../../api/load-chunk.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { Tabs } from "../../components/tabs.tsx";
import { AskAgent } from "../ask/ask-agent.tsx";
import { Serving } from "./activity/serving.tsx";
import { useActivity } from "./activity/use-activity.ts";
import { CodeTab } from "./code/code-tab.tsx";
import { createDraft, type Draft } from "./code/draft/draft.ts";
import type { FunctionDetail } from "./code/draft/fields.ts";
import { conflictingTexts, takeMerged } from "./code/draft/conflicting-texts.ts";
import { drafts } from "./code/draft/drafts.ts";
import { RestoredNote } from "./code/draft/restored-note.tsx";
import { useKeptDraft } from "./code/draft/use-kept-draft.ts";
import { useSave } from "./code/draft/use-save.ts";
import { useDeleteUnused } from "./use-delete-unused.ts";
import { FunctionStatus } from "./function-status.tsx";
import { without } from "./without.ts";

const ActivityTab = lazyPart(() => import("./activity/activity-tab.tsx"), "ActivityTab", <Skeleton className="h-96" />);
const TestsTab = lazyPart(() => import("./tests/tests-tab.tsx"), "TestsTab", <Skeleton className="h-96" />);
const VersionsTab = lazyPart(() => import("./versions/versions-tab.tsx"), "VersionsTab", <Skeleton className="h-96" />);
const ConflictDialog = lazyPart(() => import("./code/draft/conflict-dialog.tsx"), "ConflictDialog");
const DeleteFunction = lazyPart(() => import("./delete-function.tsx"), "DeleteFunction");

const above = <Link to="/functions">Functions</Link>;

/** One Function: its code with the resulting tool, its tests, and every revision. */
export function FunctionPage() {
  const { functionId } = useParams({ from: "/functions/$functionId" });
  const answer = useOperation("getFunction", { params: { functionId } });
  if (answer.data) return <Loaded key={answer.data.id} detail={answer.data} />;
  return <PendingPage title="Function" above={above} width="full" answer={answer} height="h-[70dvh]" />;
}

function SaveState({ draft, isSaving, hasRoom }: { draft: Draft; isSaving: boolean; hasRoom: boolean }) {
  const isDirty = draft.isDirty.use();
  const { revision } = draft.base.use();
  const unsaved = hasRoom
    ? "Unsaved changes, kept in this browser"
    : "Unsaved changes, not kept: this browser is out of storage";
  return (
    <span role="status" className="text-xs text-muted">
      {isSaving ? "Saving…" : isDirty ? unsaved : `Revision ${revision}, saved`}
    </span>
  );
}

/** The code, the tests, the activity and the versions of a Function. The URL names the one that is open. */
function Parts({ detail, base, draft }: { detail: FunctionDetail; base: FunctionDetail; draft: Draft }) {
  const search = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  return (
    <Tabs
      label="Parts of the Function"
      value={search.tab ?? "code"}
      onChange={(tab) =>
        void navigate({
          search: (now) => ({ ...without(now, "tab", "line"), ...(tab === "code" ? {} : { tab }) }),
          replace: true,
        })
      }
      tabs={[
        { value: "code", label: "Code", content: <CodeTab draft={draft} /> },
        { value: "tests", label: "Tests", content: <TestsTab draft={draft} /> },
        { value: "activity", label: "Activity", content: <ActivityTab functionId={detail.id} /> },
        {
          value: "versions",
          label: "Versions",
          content: (
            <VersionsTab
              detail={base}
              onRestore={(source) => {
                draft.replaceSource(source);
                void navigate({ search: (now) => without(now, "tab", "from", "to") });
              }}
            />
          ),
        },
      ]}
    />
  );
}

interface ConflictProps {
  theirs: FunctionDetail;
  draft: Draft;
  onClose: () => void;
}

function Conflict({ theirs, draft, onClose }: ConflictProps) {
  const [texts] = useState(() => conflictingTexts(draft, theirs));
  return (
    <ConflictDialog
      revision={theirs.revision}
      texts={texts}
      onClose={onClose}
      onTakeTheirs={() => {
        draft.reset(theirs);
        onClose();
      }}
      onMerged={(merged) => {
        takeMerged(draft, theirs, merged);
        onClose();
      }}
    />
  );
}

interface HeadingProps {
  name: string;
  base: FunctionDetail;
  /** The newest revision that the server has. */
  newest: number;
}

function Heading({ name, base, newest }: HeadingProps) {
  const activity = useActivity(base.id);
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="min-w-0 break-words">{name}</span>
      <FunctionStatus status={base.status} />
      <Mono className="font-normal text-muted">{base.slug}</Mono>
      {activity.data && <Serving activity={activity.data} draft={newest} />}
    </span>
  );
}

const BehindNote = ({ revision, onMerge }: { revision: number; onMerge: () => void }) => (
  <p role="status" className="mb-3 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
    Revision {revision} was saved after you started editing.{" "}
    <button type="button" className="link" onClick={onMerge}>
      Compare and merge
    </button>
  </p>
);

/**
 * Somebody else has saved. Untouched fields follow the other version; the user resolves conflicts over touched ones
 * when saving.
 */
function useNewerVersion(detail: FunctionDetail, draft: Draft): void {
  useEffect(() => {
    if (detail.revision > draft.base.get().revision && !draft.isDirty.get()) draft.reset(detail);
    else if (detail.revision === draft.base.get().revision) draft.base.set(detail);
  }, [detail, draft]);
}

/** The prompt about the Function as it stands in the editor. */
async function askFor(draft: Draft, mayValidate: boolean): Promise<string> {
  const { askAboutFunction } = await loadChunk(() => import("../ask/ask-about-function.ts"));
  return askAboutFunction({ ...draft.base.get(), ...draft.fields.get() }, draft.source.get(), mayValidate);
}

function Loaded({ detail }: { detail: FunctionDetail }) {
  const [kept] = useState(() => drafts.get(detail.id));
  const [draft] = useState(() => createDraft(detail, kept));
  const [isDeleting, setDeleting] = useState(false);
  const hasRoom = useKeptDraft(detail.id, draft);
  const { save, isSaving, error, conflict, setConflict } = useSave(detail.id, draft);
  const forbidden = useDisabledReason("updateFunction");
  const deleteForbidden = useDisabledReason("deleteFunction");
  const deleteUnused = useDeleteUnused(detail);
  const isDirty = draft.isDirty.use();
  const [isRestored, setRestored] = useState(isDirty);
  if (isRestored && !isDirty) setRestored(false);
  const base = draft.base.use();
  const { name } = { ...base, ...draft.fields.use() };
  useNewerVersion(detail, draft);
  useShortcuts([{ keys: "Mod+s", does: "Save", run: () => forbidden === null && void save() }]);

  return (
    <Page
      title={name}
      heading={<Heading name={name} base={base} newest={detail.revision} />}
      above={above}
      width="full"
      actions={
        <>
          <SaveState draft={draft} isSaving={isSaving} hasRoom={hasRoom} />
          <AskAgent look="icon" load={() => askFor(draft, forbidden === null)} />
          <IconButton
            icon={Trash2}
            label="Delete this Function"
            disabledReason={deleteForbidden}
            onClick={() => setDeleting(!deleteUnused())}
          />
          <Button
            kind="primary"
            icon={Save}
            busy={isSaving}
            disabledReason={forbidden ?? (isDirty ? null : "No changes to save.")}
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
      {kept !== null && isRestored && <RestoredNote at={kept.at} onDiscard={() => draft.reset(detail)} />}
      {detail.revision > base.revision && isDirty && (
        <BehindNote revision={detail.revision} onMerge={() => setConflict(detail)} />
      )}
      <Parts detail={detail} base={base} draft={draft} />
      {conflict && <Conflict theirs={conflict} draft={draft} onClose={() => setConflict(null)} />}
      {isDeleting && <DeleteFunction detail={base} open onClose={() => setDeleting(false)} />}
    </Page>
  );
}
