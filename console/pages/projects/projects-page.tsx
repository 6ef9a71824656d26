import { useNavigate } from "@tanstack/react-router";
import { Archive, Boxes, Check } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { ifMatch } from "../../api/if-match.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { count } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import { Page } from "../../components/page.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";
import { refreshMe, switchProject } from "../../shell/project/switch-project.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";

const ProjectsBulk = lazyPart(() => import("./projects-bulk.tsx"), "ProjectsBulk");
const NewProject = lazyPart(() => import("./new-project.tsx"), "NewProject");

type Row = ItemOf<"listProjects">;

const filters = [{ name: "status", label: "State", choices: choicesOf({ active: "Active", archived: "Archived" }) }];

const NameCell = ({ project, onOpen }: { project: Row; onOpen: (projectId: string) => void }) => (
  <>
    {project.status === "active" ? (
      <button type="button" className="font-medium hover:underline" onClick={() => onOpen(project.id)}>
        {project.name}
      </button>
    ) : (
      <span className="font-medium">{project.name}</span>
    )}{" "}
    <Mono className="ml-1 text-muted">{project.slug}</Mono>
  </>
);

function StateBadge({ project: { id, status } }: { project: Row }) {
  const { activeProject } = useMe();
  if (status === "archived")
    return (
      <Badge tone="warn" icon={Archive}>
        Archived
      </Badge>
    );
  return id === activeProject?.id ? (
    <Badge tone="accent" icon={Check}>
      Current
    </Badge>
  ) : (
    <Badge>Active</Badge>
  );
}

function RestoreButton({ project: { id, revision } }: { project: Row }) {
  const forbidden = useDisabledReason("updateProject");
  const restore = useAction("updateProject", {
    onSuccess({ name }) {
      // The pages know it before the message does.
      void refreshMe().then(() => toast(`${name} is active again`), toastError);
    },
    onError: toastError,
  });
  return (
    <Button
      size="sm"
      disabledReason={forbidden}
      onClick={() =>
        restore.mutate({ params: { projectId: id }, body: { status: "active" }, headers: ifMatch(revision) })
      }
    >
      Restore
    </Button>
  );
}

const projectColumns = (onOpen: (projectId: string) => void): readonly Column<Row>[] => [
  { id: "name", header: "Name", cell: (project) => <NameCell project={project} onOpen={onOpen} /> },
  { id: "state", header: "State", width: "8rem", cell: (project) => <StateBadge project={project} /> },
  {
    id: "functions",
    header: "Functions",
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ counts }) => count(counts.functions),
  },
  {
    id: "endpoints",
    header: "Endpoints",
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ counts }) => count(counts.endpoints),
  },
  timeColumn("createdAt", "Created", { width: "8rem", from: "sm" }),
  {
    id: "act",
    header: <span className="quiet">Open or restore</span>,
    align: "end",
    width: "7rem",
    cell: (project) =>
      project.status === "archived" ? (
        <RestoreButton project={project} />
      ) : (
        <Button size="sm" onClick={() => onOpen(project.id)}>
          Open
        </Button>
      ),
  },
];

/** Projects: each has its own Functions, endpoints, secrets and data. */
export function ProjectsPage() {
  const state = useListSearch("/projects");
  const { search, q, set } = state;
  const { status, create } = search;
  const navigate = useNavigate();
  const pages = usePages("listProjects", { query: { limit: 100, q: q || undefined, status } });
  const open = (projectId: string) =>
    void switchProject(projectId).then(() => navigate({ to: "/", search: {} }), toastError);
  const newProject = useCreateButton("createProject", "New Project", () => set({ create: true }));
  return (
    <Page
      title="Projects"
      description="Each Project has its own Functions, endpoints, secrets and data. Select Projects to archive or restore them."
      actions={newProject}
    >
      <SearchedList
        things="Projects"
        searched="name or slug"
        state={state}
        filters={filters}
        columns={projectColumns(open)}
        pages={pages}
        Bulk={ProjectsBulk}
        icon={Boxes}
        create={newProject}
      />
      {create === true && <NewProject onClose={() => set({ create: undefined })} onCreated={open} />}
    </Page>
  );
}
