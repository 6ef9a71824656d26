import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../api/if-match.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import { Page } from "../../components/page.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { Skeleton } from "../../components/states.tsx";
import { kindTexts } from "./kind-texts.ts";

const waiting = <Skeleton className="h-[60dvh]" />;
const SourceLibrary = lazyPart(() => import("./source-library.tsx"), "SourceLibrary", waiting);
const NpmLibrary = lazyPart(() => import("./npm-library.tsx"), "NpmLibrary", waiting);
const DeleteLibrary = lazyPart(() => import("./delete-library.tsx"), "DeleteLibrary");

const above = <Link to="/libraries">Libraries</Link>;

/** One Library: its code or package, its users, and its next version. */
export function LibraryPage() {
  const { libraryId } = useParams({ from: "/libraries/$libraryId" });
  const answer = useOperation("getLibrary", { params: { libraryId } });
  const [isDeleting, setDeleting] = useState(false);
  const forbidden = useDisabledReason("deleteLibrary");
  const navigate = useNavigate();
  const { data, error } = answer;
  if (!data) return <PendingPage title="Library" above={above} answer={answer} height="h-[60dvh]" />;
  const remove = () => {
    const { id, name, usedBy, revision } = data;
    if (usedBy.length > 0) return setDeleting(true);
    const input = { params: { libraryId: id }, headers: ifMatch(revision) };
    deleteLater({ operation: "deleteLibrary", input, id, name, path: "/libraries" });
    return void navigate({ to: "/libraries" });
  };
  return (
    <Page
      title={data.name}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{data.name}</span>
          <Badge>{kindTexts[data.kind]}</Badge>
        </span>
      }
      above={above}
      actions={
        <Button icon={Trash2} disabledReason={forbidden} onClick={remove}>
          Remove
        </Button>
      }
    >
      {error && <ErrorNote error={error} onRetry={() => void answer.refetch()} />}
      {data.kind === "source" ? (
        <SourceLibrary key={data.id} library={data} />
      ) : (
        <NpmLibrary key={data.id} library={data} />
      )}
      {isDeleting && <DeleteLibrary library={data} onClose={() => setDeleting(false)} />}
    </Page>
  );
}
