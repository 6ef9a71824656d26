import { Link, useParams } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/states.tsx";
import { kindTexts } from "./kind-texts.ts";

const SourceLibrary = lazyPart(async () => ({ default: (await import("./source-library.tsx")).SourceLibrary }));
const NpmLibrary = lazyPart(async () => ({ default: (await import("./npm-library.tsx")).NpmLibrary }));
const DeleteLibrary = lazyPart(async () => ({ default: (await import("./delete-library.tsx")).DeleteLibrary }));

const above = <Link to="/libraries">Libraries</Link>;

/** One Library: its code or package, its users, and its next version. */
export function LibraryPage() {
  const { libraryId } = useParams({ from: "/libraries/$libraryId" });
  const { data, error, refetch } = useOperation("getLibrary", { params: { libraryId } });
  const [isDeleting, setDeleting] = useState(false);
  const forbidden = useDisabledReason("deleteLibrary");
  if (!data)
    return (
      <Page title="Library" above={above}>
        {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[60dvh]" />}
      </Page>
    );
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
        <Button icon={Trash2} disabledReason={forbidden} onClick={() => setDeleting(true)}>
          Remove
        </Button>
      }
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Suspense fallback={<Skeleton className="h-[60dvh]" />}>
        {data.kind === "source" ? (
          <SourceLibrary key={data.id} library={data} />
        ) : (
          <NpmLibrary key={data.id} library={data} />
        )}
        {isDeleting && <DeleteLibrary library={data} onClose={() => setDeleting(false)} />}
      </Suspense>
    </Page>
  );
}
