import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { queryClient } from "../../api/query-client.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Mono } from "../../components/mono.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { TextAreaField, TextField } from "../../components/form/fields.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { Note } from "../../components/note.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { EmptyState, Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { refreshMe } from "../../shell/switch-project.ts";
import { counted } from "../../components/format.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";

type Project = ItemOf<"listProjects">;

const schema = projectOperations.updateProject.body;
const changes = ["listProjects"] as const;

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
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Project">
        <SchemaForm
          key={revision}
          schema={schema}
          initial={{ name, description }}
          onSubmit={async (values) => {
            await api.updateProject({
              params: { projectId: id },
              body: schema.parse(values),
              headers: { "if-match": `"${revision}"` },
            });
            await queryClient.invalidateQueries({ queryKey: ["listProjects"] });
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
      <div className="lg:col-span-2">
        <End project={project} />
      </div>
    </div>
  );
}

function End({ project }: { project: Project }) {
  const { id: projectId, slug, name, status, archivedAt, counts, revision } = project;
  const [asking, setAsking] = useState<"archive" | "delete" | null>(null);
  const mayArchive = useDisabledReason("archiveProject");
  const mayRestore = useDisabledReason("updateProject");
  const mayDelete = useDisabledReason("deleteProject");
  const done = (said: string) => () => {
    setAsking(null);
    toast(said);
    void refreshMe();
  };
  const archive = useAction("archiveProject", { changes, onSuccess: done(`${name} is archived`) });
  const restore = useAction("updateProject", { changes, onSuccess: done(`${name} is active again`) });
  const remove = useAction("deleteProject", { changes, onSuccess: done(`${name} was deleted`) });
  const target = { params: { projectId }, headers: { "if-match": `"${revision}"` } };
  const isArchived = status === "archived";
  return (
    <Card title={isArchived ? "Archived" : "Archive"}>
      <div className="grid gap-3">
        {isArchived ? (
          <Note tone="warn" icon={Archive} title="This Project is offline">
            Its endpoints return 404 and its crons do not run
            {archivedAt !== null && (
              <>
                , since <Time at={archivedAt} />
              </>
            )}
            . Everything in it is kept and can be viewed.
          </Note>
        ) : (
          <p className="text-sm text-muted">
            Archiving stops its endpoints and crons in both environments at once. Nothing is deleted, and you can
            restore it. You can only delete an archived Project.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {isArchived ? (
            <>
              <Button
                icon={ArchiveRestore}
                busy={restore.isPending}
                disabledReason={mayRestore}
                onClick={() => restore.mutate({ ...target, body: { status: "active" } })}
              >
                Restore
              </Button>
              <Button kind="danger" icon={Trash2} disabledReason={mayDelete} onClick={() => setAsking("delete")}>
                Delete Project
              </Button>
            </>
          ) : (
            <Button icon={Archive} disabledReason={mayArchive} onClick={() => setAsking("archive")}>
              Archive Project
            </Button>
          )}
        </div>
        {restore.error && <ErrorNote error={restore.error} />}
      </div>
      <ConfirmDialog
        open={asking === "archive"}
        onClose={() => setAsking(null)}
        title={`Archive ${name}?`}
        description="You can restore it with everything in it."
        consequences={[
          `${counted(counts.endpoints, "endpoint returns", "endpoints return")} 404 to every caller in Development and Production.`,
          "Its crons stop.",
        ]}
        typedName={slug}
        confirmLabel="Archive Project"
        busy={archive.isPending}
        error={archive.error}
        onConfirm={() => archive.mutate(target)}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onClose={() => setAsking(null)}
        title={`Delete ${name}?`}
        description="This cannot be undone."
        consequences={[
          `This deletes ${counted(counts.functions, "Function")} with every revision, and ${counted(counts.endpoints, "endpoint")} with all keys.`,
          "Its deployments, executions, secrets and records are deleted. The audit log is kept.",
        ]}
        typedName={slug}
        confirmLabel="Delete Project"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(target)}
      />
    </Card>
  );
}
