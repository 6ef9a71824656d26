import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Plus, Settings2 } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { projectIcon as ProjectIcon } from "../navigation/navigation.ts";
import { switchProject } from "./switch-project.ts";

const mostShown = 20;

/** The active Project, and a way to switch to another one. */
export function ProjectSwitcher() {
  const { activeProject } = useMe();
  const navigate = useNavigate();
  // As many as fit a menu; the Projects page searches all of them.
  const projects = useOperation(
    "listProjects",
    { query: { status: "active", sort: "name", limit: mostShown } },
    { staleTime: 30_000 },
  );
  const hasMore = typeof projects.data?.nextCursor === "string";
  const choose = (projectId: string) => switchProject(projectId).then(() => navigate({ to: "/" }), toastError);
  return (
    <Menu
      align="start"
      trigger={
        <Button
          kind="quiet"
          className="min-w-0 max-w-52 shrink px-2"
          aria-label={activeProject ? `Project: ${activeProject.name}` : "Choose a Project"}
        >
          <ProjectIcon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint max-sm:hidden" />
          <span className="truncate text-ink">{activeProject?.name ?? "Choose a Project"}</span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-faint" />
        </Button>
      }
      groups={[
        {
          title: "Projects",
          entries: (projects.data?.items ?? []).map(({ id, name, slug }) => ({
            label: name,
            hint: slug,
            checked: id === activeProject?.id,
            onSelect: () => void choose(id),
          })),
        },
        {
          entries: [
            {
              label: "New Project",
              icon: Plus,
              disabledReason: useDisabledReason("createProject"),
              onSelect: () => void navigate({ to: "/projects", search: { create: true } }),
            },
            {
              label: hasMore ? "Search all Projects" : "All Projects",
              icon: Settings2,
              onSelect: () => void navigate({ to: "/projects" }),
            },
          ],
        },
      ]}
    />
  );
}
