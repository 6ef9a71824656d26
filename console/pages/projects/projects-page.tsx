import { useNavigate, useSearch } from "@tanstack/react-router";
import { Archive, Boxes, Check, Plus, Search } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import { count } from "../../components/format.ts";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { switchProject } from "../../shell/switch-project.ts";
import type { ProjectsSearch } from "./search.ts";

const NewProject = lazyPart(async () => ({ default: (await import("./new-project.tsx")).NewProject }));

type Row = ItemOf<"listProjects">;

const filters = [
  {
    name: "status",
    label: "State",
    choices: [
      { value: "active", label: "Active" },
      { value: "archived", label: "Archived" },
    ],
  },
];

interface ColumnsOptions {
  currentId: string | undefined;
  mayRestore: string | null;
  onOpen: (projectId: string) => void;
  onRestore: (project: Row) => void;
}

function projectColumns({ currentId, mayRestore, onOpen, onRestore }: ColumnsOptions): readonly Column<Row>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: ({ id, name, slug, status: state }) => (
        <>
          {state === "active" ? (
            <button type="button" className="font-medium hover:underline" onClick={() => onOpen(id)}>
              {name}
            </button>
          ) : (
            <span className="font-medium">{name}</span>
          )}
          <code className="ml-2 font-mono text-xs text-muted">{slug}</code>
        </>
      ),
    },
    {
      id: "state",
      header: "State",
      width: "8rem",
      cell: ({ id, status: state }) =>
        state === "archived" ? (
          <Badge tone="warn" icon={Archive}>
            Archived
          </Badge>
        ) : id === currentId ? (
          <Badge tone="accent" icon={Check}>
            Current
          </Badge>
        ) : (
          <Badge>Active</Badge>
        ),
    },
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
    {
      id: "created",
      header: "Created",
      align: "end",
      width: "8rem",
      from: "sm",
      cell: ({ createdAt }) => <Time at={createdAt} plain />,
    },
    {
      id: "act",
      header: <span className="quiet">Open or restore</span>,
      align: "end",
      width: "7rem",
      cell: (project) =>
        project.status === "archived" ? (
          <Button size="sm" disabledReason={mayRestore} onClick={() => onRestore(project)}>
            Restore
          </Button>
        ) : (
          <Button size="sm" onClick={() => onOpen(project.id)}>
            Open
          </Button>
        ),
    },
  ];
}

interface NoProjectsOptions {
  q: string;
  status: ProjectsSearch["status"];
  onClear: () => void;
  create: ReactNode;
}

function NoProjects({ q, status, onClear, create }: NoProjectsOptions) {
  return status === undefined && q === "" ? (
    <EmptyState icon={Boxes} title="No Projects yet" action={create} />
  ) : (
    <EmptyState icon={Search} title="No Projects match" action={<Button onClick={onClear}>Clear search</Button>}>
      {[q !== "" && `Its name or slug contains “${q}”`, status !== undefined && `it is ${status}`]
        .filter(Boolean)
        .join(", and ")}
      .
    </EmptyState>
  );
}

/** Projects: each has its own Functions, endpoints, secrets and data. */
export function ProjectsPage() {
  const { q: typed = "", status, create } = useSearch({ from: "/projects" });
  const q = useSettled(typed);
  const navigate = useNavigate({ from: "/projects" });
  const { activeProject } = useMe();
  const pages = usePages("listProjects", {
    query: { limit: 100, ...(q === "" ? {} : { q }), ...(status === undefined ? {} : { status }) },
  });
  const forbidden = useDisabledReason("createProject");
  const mayRestore = useDisabledReason("updateProject");
  const set = (change: ProjectsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace });
  const open = (projectId: string) =>
    void switchProject(projectId).then(() => navigate({ to: "/", search: {} }), toastError);
  const restore = useAction("updateProject", {
    changes: ["listProjects"],
    onSuccess: ({ name }) => toast(`${name} is active again`),
    onError: toastError,
  });
  useShortcuts([{ keys: "c", does: "New Project", run: () => forbidden === null && set({ create: true }) }]);
  const columns = projectColumns({
    currentId: activeProject?.id,
    mayRestore,
    onOpen: open,
    onRestore: ({ id, revision }) =>
      restore.mutate({
        params: { projectId: id },
        body: { status: "active" },
        headers: { "if-match": `"${revision}"` },
      }),
  });
  const newProject = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => set({ create: true })}>
      New Project
    </Button>
  );
  return (
    <Page
      title="Projects"
      description="Each Project has its own Functions, endpoints, secrets and data. You can archive the active Project under Settings."
      actions={newProject}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search Projects"
          placeholder="Search by name or slug"
          value={typed}
          onChange={(text) => set({ q: text === "" ? undefined : text }, true)}
        />
        <Filters filters={filters} values={{ status }} onChange={set} />
      </div>
      <List
        label="Projects"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <NoProjects
            q={q}
            status={status}
            onClear={() => set({ q: undefined, status: undefined })}
            create={newProject}
          />
        }
      />
      <Suspense>
        {create === true && <NewProject onClose={() => set({ create: undefined })} onCreated={open} />}
      </Suspense>
    </Page>
  );
}
