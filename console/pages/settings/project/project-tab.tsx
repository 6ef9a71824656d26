import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { TextAreaField, TextField } from "../../../components/form/fields.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { Note } from "../../../components/note.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { AgentsCard } from "./agents-card.tsx";
import { ManagedCard } from "./managed-card.tsx";
import { RequiredTestsCard } from "./required-tests-card.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { refreshMe } from "../../../shell/project/switch-project.ts";
import { counted } from "../../../components/format.ts";
import { SubmitButton } from "../../../components/form/submit-button.tsx";

type Project = ItemOf<"listProjects">;

const schema = projectOperations.updateProject.body;

/** The active Project's name and description, and a way to end it. */
export function ProjectTab({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useOperation("listProjects", { query: { ids: projectId, limit: 1 } });
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  const project = data.items.find(({ id }) => id === projectId);
  return project ? <Detail project={project} /> : <EmptyState title="Project not found" />;
}

function Detail({ project }: { project: Project }) {
  const { id, slug, name, description, createdAt, counts, revision } = project;
  const forbidden = useDisabledReason("updateProject");
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title="Project">
        <SchemaForm
          key={revision}
          schema={schema}
          initial={{ name, description }}
          onSubmit={async (values) => {
            await api.updateProject({
              params: { projectId: id },
              body: schema.parse(values),
              headers: ifMatch(revision),
            });
            await refreshMe();
            toast("The Project was saved");
          }}
        >
          <TextField name="name" label="Name" />
          <TextAreaField name="description" label="Description" rows={3} />
          <SubmitButton disabledReason={forbidden} onlyChanged>
            Save Project
          </SubmitButton>
        </SchemaForm>
      </Card>
      <div className="grid gap-4">
        <Card title="About">
          <Facts
            items={[
              [
                "Slug",
                <span key="slug">
                  <Mono>{slug}</Mono> <span className="text-xs text-muted">part of every URL, cannot be changed</span>
                </span>,
              ],
              ["Id", <ShortId key="id" id={id} label="Copy the Project's id" />],
              ["Contains", `${counted(counts.functions, "Function")}, ${counted(counts.endpoints, "endpoint")}`],
              ["Created", <Time key="created" at={createdAt} />],
            ]}
          />
        </Card>
        <RequiredTestsCard project={project} />
        <ManagedCard project={project} />
        <AgentsCard />
      </div>
      <div className="lg:col-span-2">
        <End project={project} />
      </div>
    </div>
  );
}

interface ConfirmEndProps {
  project: Project;
  does: "archive" | "delete";
  onClose: () => void;
}

/** Asks before the Project goes offline, or before it is deleted with everything in it. */
function ConfirmEnd({ project, does, onClose }: ConfirmEndProps) {
  const { id: projectId, slug, name, counts, revision } = project;
  const shared = {
    input: { params: { projectId }, headers: ifMatch(revision) },
    changes: ["listProjects"] as const,
    onClose,
    onDone: () => {
      onClose();
      void refreshMe();
    },
    typedName: slug,
  };
  return does === "archive" ? (
    <ConfirmAction
      {...shared}
      operation="archiveProject"
      done={[`${name} is archived`]}
      title={`Archive ${name}?`}
      description="You can restore it with everything in it."
      consequences={[
        `${counted(counts.endpoints, "endpoint returns", "endpoints return")} 404 to every caller in Development and Production.`,
        "Its crons stop.",
      ]}
      confirmLabel="Archive Project"
    />
  ) : (
    <ConfirmAction
      {...shared}
      operation="deleteProject"
      done={[`${name} was deleted`]}
      title={`Delete ${name}?`}
      description="This cannot be undone."
      consequences={[
        `This deletes ${counted(counts.functions, "Function")} with every revision, and ${counted(counts.endpoints, "endpoint")} with all keys.`,
        "Its deployments, executions, secrets and records are deleted. The audit log is kept.",
      ]}
      confirmLabel="Delete Project"
    />
  );
}

/** The remaining uses of an archived Project, and how to restore or delete it. */
function Archived({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { id: projectId, name, archivedAt, revision } = project;
  const mayRestore = useDisabledReason("updateProject");
  const mayDelete = useDisabledReason("deleteProject");
  const restore = useAction("updateProject", {
    onSuccess: () => {
      toast(`${name} is active again`);
      void refreshMe();
    },
  });
  const input = {
    params: { projectId },
    headers: ifMatch(revision),
    body: { status: "active" },
  } as const;
  return (
    <div className="grid gap-3">
      <Note tone="warn" icon={Archive} title="This Project is offline">
        Its endpoints return 404 and its crons do not run
        {archivedAt !== null && (
          <>
            , since <Time at={archivedAt} />
          </>
        )}
        . Everything in it is kept and can be viewed.
      </Note>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={ArchiveRestore}
          busy={restore.isPending}
          disabledReason={mayRestore}
          onClick={() => restore.mutate(input)}
        >
          Restore
        </Button>
        <Button kind="danger" icon={Trash2} disabledReason={mayDelete} onClick={onDelete}>
          Delete Project
        </Button>
      </div>
      {restore.error && <ErrorNote error={restore.error} />}
    </div>
  );
}

function End({ project }: { project: Project }) {
  const [asked, setAsked] = useState<"archive" | "delete" | null>(null);
  const mayArchive = useDisabledReason("archiveProject");
  const isArchived = project.status === "archived";
  return (
    <Card title={isArchived ? "Archived" : "Archive"}>
      {isArchived ? (
        <Archived project={project} onDelete={() => setAsked("delete")} />
      ) : (
        <div className="grid gap-3">
          <p className="text-sm text-muted">
            Archiving stops its endpoints and crons in both environments at once. Nothing is deleted, and you can
            restore it. You can only delete an archived Project.
          </p>
          <div>
            <Button icon={Archive} disabledReason={mayArchive} onClick={() => setAsked("archive")}>
              Archive Project
            </Button>
          </div>
        </div>
      )}
      {asked && <ConfirmEnd project={project} does={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}
