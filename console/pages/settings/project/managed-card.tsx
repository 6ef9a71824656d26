import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { TextField } from "../../../components/form/fields.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { refreshMe } from "../../../shell/project/switch-project.ts";

type Project = ItemOf<"listProjects">;

const schema = projectOperations.updateProject.body;

/** Asks for the repository and the branch. From then on, only pushes edit the Project. */
function Manage({ project: { id: projectId, revision } }: { project: Project }) {
  const forbidden = useDisabledReason("updateProject");
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        If a folder in git describes this Project, let only pushes of the folder edit it. The console and the API then
        refuse edits of Functions, endpoints, policies, collections, crons and Libraries. You can still deploy here, and
        change secrets, keys and records.
      </p>
      <SchemaForm
        schema={schema}
        initial={{ managedFrom: { url: "", branch: "main" } }}
        onSubmit={async (values) => {
          await api.updateProject({ params: { projectId }, body: schema.parse(values), headers: ifMatch(revision) });
          await refreshMe();
          toast("The Project is managed from git");
        }}
      >
        <TextField
          name="managedFrom.url"
          label="Repository"
          type="url"
          placeholder="https://git.example.com/acme/shop"
        />
        <TextField name="managedFrom.branch" label="Branch" mono />
        <SubmitButton disabledReason={forbidden}>Manage from git</SubmitButton>
      </SchemaForm>
    </div>
  );
}

/** Shows where the Project is edited, and lets an owner or an admin take it back. */
function Managed({ project, from: { url, branch } }: { project: Project; from: ManagedFrom }) {
  const [isAsked, setAsked] = useState(false);
  const forbidden = useDisabledReason("updateProject");
  const { id: projectId, name, revision } = project;
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          [
            "Repository",
            <a key="url" className="link break-words" href={url} target="_blank" rel="noreferrer">
              {url}
            </a>,
          ],
          ["Branch", <Mono key="branch">{branch}</Mono>],
        ]}
      />
      <p className="text-sm text-muted">
        Only pushes of the folder edit this Project. You can still deploy here, and change secrets, keys and records.
      </p>
      <div>
        <Button icon={Undo2} disabledReason={forbidden} onClick={() => setAsked(true)}>
          Take it back
        </Button>
      </div>
      {isAsked && (
        <ConfirmAction
          operation="updateProject"
          input={{ params: { projectId }, body: { managedFrom: null }, headers: ifMatch(revision) }}
          done={[`${name} can be edited here again`]}
          onDone={() => void refreshMe()}
          onClose={() => setAsked(false)}
          title={`Take ${name} back from git?`}
          description="The console and the API may edit it again. The audit log records that you did this."
          consequences={["Edits that you make here are missing in git until somebody pulls and commits them."]}
          confirmLabel="Take it back"
        />
      )}
    </div>
  );
}

/** Shows whether git manages the Project, and changes that. */
export const ManagedCard = ({ project }: { project: Project }) => (
  <Card title="Managed from git">
    {project.managedFrom === null ? (
      <Manage project={project} />
    ) : (
      <Managed project={project} from={project.managedFrom} />
    )}
  </Card>
);
