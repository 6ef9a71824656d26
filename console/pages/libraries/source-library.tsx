import { ApiError } from "@ferrule/contract/client.ts";
import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { Save } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { ifMatch } from "../../api/if-match.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { readAgain } from "../../api/read-again.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { DiffView } from "../../components/show/diff-view.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Note } from "../../components/note.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { LibraryFacts } from "./library-facts.tsx";

const CheckedEditor = lazyPart(
  () => import("../functions/code/checked-editor.tsx"),
  "CheckedEditor",
  <Skeleton className="h-[60dvh]" />,
);

type Detail = AnswerOf<"getLibrary">;

interface NewerVersionProps {
  library: Detail;
  text: string;
  onChoose: (source: string) => void;
}

/** Somebody else has saved a version since the user began to edit. */
function NewerVersion({ library, text, onChoose }: NewerVersionProps) {
  return (
    <Note tone="warn" role="status" title={`Version ${library.version} was saved after you started editing`}>
      <p className="mb-2">Your changes are kept, and theirs are not overwritten until you decide.</p>
      <DiffView before={library.source ?? ""} after={text} label="Their version and yours" />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose(library.source ?? "")}>
          Use theirs
        </Button>
        <Button size="sm" onClick={() => onChoose(text)}>
          Keep mine
        </Button>
      </div>
    </Note>
  );
}

function SavingNote({ usedBy }: { usedBy: readonly string[] }) {
  return (
    <p className="text-xs text-muted">
      {usedBy.length > 0
        ? `Saving creates a new version. ${usedBy.join(", ")} ${usedBy.length === 1 ? "gets" : "get"} it with the next deployment. Existing deployments do not change.`
        : "Saving creates a new version, which the next deployment uses."}
    </p>
  );
}

/** Asks before the user leaves a page with unsaved changes. */
function LeaveGuard({ isDirty, description }: { isDirty: boolean; description: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      description={description}
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** The editor's text, and the version from which it began. A newer version replaces an unchanged text. */
function useLibraryText(library: Detail) {
  const [base, setBase] = useState(library);
  const [text, setText] = useState(library.source ?? "");
  /** Recreates the editor with `text`. */
  const [edition, setEdition] = useState(0);
  const goOnFrom = (source: string) => {
    setBase(library);
    setText(source);
    setEdition(edition + 1);
  };
  const isDirty = text !== (base.source ?? "");
  const isBehind = library.revision > base.revision;
  if (isBehind && !isDirty) goOnFrom(library.source ?? "");
  return { base, setBase, text, setText, edition, isDirty, isBehind, goOnFrom };
}

type LibraryText = ReturnType<typeof useLibraryText>;

/** The editor, and the difference that saving would make. */
function Parts({ name, written, forbidden }: { name: string; written: LibraryText; forbidden: string | null }) {
  const { base, text, setText, edition, isDirty } = written;
  const { tab = "code" } = useSearch({ from: "/libraries/$libraryId" });
  const navigate = useNavigate({ from: "/libraries/$libraryId" });
  const editor = { label: `Source of ${name}`, initial: text, edition, readOnlyReason: forbidden, onChange: setText };
  return (
    <Tabs
      label="Parts of the Library"
      value={tab}
      onChange={(next) => void navigate({ search: { tab: next === "changes" ? next : undefined }, replace: true })}
      tabs={[
        {
          value: "code",
          label: "Code",
          content: (
            <div className="h-[60dvh]">
              <CheckedEditor {...editor} />
            </div>
          ),
        },
        {
          value: "changes",
          label: "Unsaved changes",
          content: isDirty ? (
            <DiffView before={base.source ?? ""} after={text} label="Saved and unsaved" />
          ) : (
            <p className="text-sm text-muted">All changes saved.</p>
          ),
        },
      ]}
    />
  );
}

/** A Library's TypeScript: edited, compared with the saved version, and saved as the next one. */
export function SourceLibrary({ library }: { library: Detail }) {
  const { id: libraryId, name } = library;
  const written = useLibraryText(library);
  const { base, text, isDirty, isBehind } = written;
  const forbidden = useDisabledReason("replaceLibrary");
  const save = useAction("replaceLibrary", {
    onSuccess: (saved) => {
      written.setBase(saved);
      toast(`${name} is at version ${saved.version}`, "The next deployment uses it.");
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "REVISION_CONFLICT") void readAgain("getLibrary");
    },
  });
  const goOnFrom = (source: string) => {
    written.goOnFrom(source);
    save.reset();
  };
  const reason = forbidden ?? (isDirty ? null : "No changes to save.");
  const send = () =>
    reason === null && save.mutate({ params: { libraryId }, body: { source: text }, headers: ifMatch(base.revision) });
  useShortcuts([{ keys: "Mod+s", does: "Save", run: () => void send() }]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        {isBehind && isDirty && <NewerVersion library={library} text={text} onChoose={goOnFrom} />}
        {save.error && !isBehind && <ErrorNote error={save.error} />}
        <Parts name={name} written={written} forbidden={forbidden} />
      </div>
      <div className="grid gap-3">
        <div className="flex items-center gap-3">
          <Button kind="primary" icon={Save} busy={save.isPending} disabledReason={reason} onClick={send}>
            Save
          </Button>
          <span role="status" className="text-xs text-muted">
            {isDirty ? "Unsaved changes" : `Version ${base.version}, saved`}
          </span>
        </div>
        <LibraryFacts library={library} />
        <SavingNote usedBy={library.usedBy} />
      </div>
      <LeaveGuard
        isDirty={isDirty}
        description={`Your changes to ${name} since version ${base.version} will be lost.`}
      />
    </div>
  );
}
