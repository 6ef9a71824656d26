import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useOperation } from "../api/use-operation.ts";
import { ErrorNote } from "../components/error-note.tsx";
import { Page } from "../components/page.tsx";
import { SkeletonRows } from "../components/states.tsx";
import { toastError } from "../components/toast.tsx";
import { count } from "../components/format.ts";
import { switchProject } from "./switch-project.ts";

const CreateFirstProject = lazy(() => import("./create-first-project.tsx"));

/** For somebody who has no active Project: everything else is about one. */
export function ChooseProject() {
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation("listProjects", { query: { status: "active", limit: 200 } });
  const choose = (projectId: string) => switchProject(projectId).then(() => navigate({ to: "/" }), toastError);
  return (
    <Page
      title={data?.items.length === 0 ? "Create the first Project" : "Choose a Project"}
      description="Functions, endpoints, secrets and data belong to a Project."
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} height="h-14" />}
      {data?.items.length === 0 && (
        <Suspense>
          <CreateFirstProject />
        </Suspense>
      )}
      <ul className="grid gap-2">
        {data?.items.map(({ id, name, slug, description, counts }) => (
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
                {count(counts.functions)} Functions · {count(counts.endpoints)} endpoints
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
