import { newPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useMe } from "../../../api/session.ts";
import { SelectField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { RadioField } from "../../../components/form/radio-field.tsx";
import { claimsOf, forges, type Forge } from "./forges.ts";
import { givenRoles } from "../given-roles.ts";

const names = Object.keys(forges) as [Forge, ...Forge[]];
const schema = newPipelineRule.pick({ name: true, role: true }).extend({
  forge: z.enum(names),
  issuer: z.string(),
  repository: z
    .string()
    .regex(/^[^\s*/]+(?:\/[^\s*/]+)+$/, "must name one repository, such as team/shop")
    .max(400),
  branch: z.string().max(200),
});

/** Lets the pipelines of one repository act in the Project. */
export function NewPipelineRule({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  return (
    <FormDialog
      onClose={onClose}
      title="New pipeline rule"
      description="Pipelines of this repository get a token for 15 minutes. They act for you, and never with more rights than you have."
      submit="Create rule"
      schema={schema}
      initial={{ name: "", forge: "github", issuer: "", repository: "", branch: "main", role: "developer" }}
      onSubmit={async (values) => {
        const { forge, issuer, repository, branch, ...rule } = schema.parse(values);
        const from = issuer.trim() === "" ? forges[forge].issuer : issuer.trim();
        await api.createPipelineRule({
          body: { ...rule, issuer: from, claims: claimsOf(forge, repository, branch) },
        });
        onClose();
      }}
    >
      <TextField name="name" label="Name" hint="For example Shop deploys." autoFocus />
      <SelectField name="forge" label="Forge" choices={names.map((value) => ({ value, label: forges[value].label }))} />
      <TextField
        name="issuer"
        label="Issuer"
        hint="The address of your own forge, such as https://gitlab.example.com. Leave it empty for the public one."
      />
      <TextField name="repository" label="Repository" hint="Owner and name, such as team/shop." />
      <TextField
        name="branch"
        label="Branch"
        hint="Leave it empty for every branch, tag and pull request. * stands for any characters."
      />
      <RadioField name="role" label="Role" choices={givenRoles(user.role)} />
    </FormDialog>
  );
}
