import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Settings2 } from "lucide-react";
import { useMe } from "../api/session.ts";
import { useOperation } from "../api/use-operation.ts";
import { Button } from "../components/button.tsx";
import { Menu } from "../components/menu.tsx";
import { toastError } from "../components/toast.tsx";
import { projectIcon as ProjectIcon } from "./navigation.ts";
import { switchProject } from "./switch-project.ts";

/** The Project that everything is about, and the way to another one. */
export function ProjectSwitcher() {
  const { activeProject } = useMe();
  const navigate = useNavigate();
  const projects = useOperation("listProjects", { query: { status: "active", limit: 200 } }, { staleTime: 30_000 });
  const choose = (projectId: string) => switchProject(projectId).then(() => navigate({ to: "/" }), toastError);
  return (
    <Menu
      align="start"
      trigger={
        <Button
          kind="quiet"
          className="min-w-0 max-w-52 shrink px-2"
          aria-label={`Project: ${activeProject?.name ?? "none"}`}
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
        { entries: [{ label: "All Projects", icon: Settings2, onSelect: () => void navigate({ to: "/projects" }) }] },
      ]}
    />
  );
}
