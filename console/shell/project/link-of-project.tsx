import { FolderX } from "lucide-react";
import { useState } from "react";
import { useMe } from "../../api/session.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { switchProject } from "./switch-project.ts";

/** Takes the place of a page of another Project than the active one: says whose it is, and offers to switch. */
export function LinkOfProject({ projectId }: { projectId: string }) {
  const { activeProject } = useMe();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useOperation("listProjects", { query: { ids: projectId, limit: 1 } });
  if (data === undefined)
    return (
      <Page title="A page of another Project">
        {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} height="h-14" />}
      </Page>
    );
  const [project] = data.items;
  const stay = <LinkButton to="/">{activeProject ? `Stay in ${activeProject.name}` : "Choose a Project"}</LinkButton>;
  if (project === undefined)
    return (
      <Page title="A page of another Project">
        <EmptyState icon={FolderX} title="You cannot open its Project" action={stay}>
          The Project was deleted, or you have no access to it.
        </EmptyState>
      </Page>
    );
  const enter = () => {
    setBusy(true);
    switchProject(projectId)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Page
      title={`This page is of ${project.name}`}
      description={
        activeProject
          ? `You work on ${activeProject.name}. Switching to ${project.name} also switches your other tabs.`
          : "You work on no Project yet."
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={isBusy} onClick={enter}>
          {activeProject ? `Switch to ${project.name}` : `Open ${project.name}`}
        </Button>
        {stay}
      </div>
    </Page>
  );
}
