import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import { api } from "../../api/api.ts";
import { TextAreaField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";

const schema = projectOperations.createProject.body;

/** Creates a Project. */
export const NewProject = ({ onClose, onCreated }: { onClose: () => void; onCreated: (projectId: string) => void }) => (
  <FormDialog
    onClose={onClose}
    title="New Project"
    description="A Project has its own Functions, endpoints, secrets and data in Development and Production."
    submit="Create Project"
    schema={schema}
    taken="slug"
    initial={{ slug: "", name: undefined, description: "" }}
    onSubmit={async (values) => {
      const { id } = await api.createProject({ body: schema.parse(values) });
      onCreated(id);
    }}
  >
    <TextField
      name="slug"
      label="Slug"
      hint="Part of every URL, for example orders. It cannot be changed later."
      mono
      autoFocus
    />
    <TextField name="name" label="Name" optional />
    <TextAreaField name="description" label="Description" rows={2} />
  </FormDialog>
);
