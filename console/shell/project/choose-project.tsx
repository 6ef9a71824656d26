import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { usePages } from "../../api/use-operation.ts";
import { MoreButton } from "../../components/button/more-button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { counted } from "../../components/format.ts";
import { switchProject } from "./switch-project.ts";

const CreateFirstProject = lazyPart(() => import("./create-first-project.tsx"));

/** For a user without an active Project, which every other page needs. */
export function ChooseProject() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const q = useSettled(typed);
  const pages = usePages("listProjects", {
    query: { status: "active", sort: "name", limit: 50, ...(q === "" ? {} : { q }) },
  });
  const { items, error, hasMore } = pages;
  const isEmpty = items?.length === 0 && q === "" && !pages.isOld;
  const choose = (projectId: string) => switchProject(projectId).then(() => navigate({ to: "/" }), toastError);
  return (
    <Page
      title={isEmpty ? "Create your first Project" : "Choose a Project"}
      description="Functions, endpoints, secrets and data belong to a Project."
    >
      {error && <ErrorNote error={error} onRetry={pages.refetch} />}
      {!items && !error && <SkeletonRows rows={3} height="h-14" />}
      {isEmpty && <CreateFirstProject />}
      {(typed !== "" || q !== "" || hasMore) && (
        <div className="mb-3">
          <SearchBox label="Search Projects" placeholder="Search by name or slug" value={typed} onChange={setTyped} />
        </div>
      )}
      {items?.length === 0 && q !== "" && <p className="text-sm text-muted">No name or slug contains “{q}”.</p>}
      <ul className="grid gap-2">
        {items?.map(({ id, name, slug, description, counts }) => (
          <li key={id}>
            <button
              type="button"
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 text-left hover:border-control hover:bg-hover"
              onClick={() => void choose(id)}
            >
              <span className="font-medium">{name}</span>
              <code className="font-mono text-xs text-muted">{slug}</code>
              <span className="min-w-0 flex-1 truncate text-sm text-muted">{description}</span>
              <span className="text-xs text-muted">
                {counted(counts.functions, "Function")} · {counted(counts.endpoints, "endpoint")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton hasMore={hasMore} more={pages.more} className="mt-3" />
    </Page>
  );
}
