import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { Card } from "../../components/card.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { switchProject } from "./switch-project.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";

/** On an installation without a Project: creates one and continues with the first steps in it. */
export default function CreateFirstProject() {
  const navigate = useNavigate();
  const reason = useDisabledReason("createProject");
  return (
    <Card className="max-w-md">
      <SchemaForm
        schema={projectOperations.createProject.body}
        initial={{ slug: "", name: undefined, description: "" }}
        onSubmit={async (body) => {
          const { id } = await api.createProject({ body: projectOperations.createProject.body.parse(body) });
          await switchProject(id);
          await navigate({ to: "/start" });
        }}
      >
        <TextField name="slug" label="Slug" hint="Part of every URL, for example orders." mono autoFocus />
        <TextField name="name" label="Name" optional />
        <SubmitButton disabledReason={reason}>Create Project</SubmitButton>
      </SchemaForm>
    </Card>
  );
}
