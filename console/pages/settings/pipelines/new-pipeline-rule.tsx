import { newPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useMe } from "../../../api/session.ts";
import { SelectField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { RadioField } from "../../../components/form/radio-field.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { jobsText } from "./accepted-jobs.ts";
import { claimsOf, forges, jobKinds, type Forge, type Jobs } from "./forges.ts";
import { givenRoles } from "../given-roles.ts";

const names = Object.keys(forges) as [Forge, ...Forge[]];
const repository = z
  .string()
  .trim()
  .regex(/^[^\s*/]+(?:\/[^\s*/]+)+$/, "must name one repository, such as team/shop")
  .max(400);
/** A branch or a tag, as people name it: the claim adds what the forge puts before it. */
const ref = z
  .string()
  .trim()
  .regex(/^(?!refs\/)\S+$/, "must be the name alone, such as main or v*")
  .max(200);

const shared = z.object({
  name: newPipelineRule.shape.name,
  role: newPipelineRule.shape.role,
  forge: z.enum(names),
  issuer: z.string(),
  repository,
});
const schema = z.discriminatedUnion("jobs", [
  shared.extend({ jobs: z.literal("branch"), branch: ref }),
  shared.extend({ jobs: z.literal("tag"), tag: ref }),
  shared.extend({ jobs: z.enum(["requests", "every"]) }),
]);

interface Values {
  forge: Forge;
  repository: string;
  jobs: Jobs["jobs"];
  branch: string;
  tag: string;
}

/** The chosen jobs with the name that belongs to them. */
const jobsOf = ({ jobs, branch, tag }: Values): Jobs => {
  const name = { branch, tag, requests: "", every: "" }[jobs].trim();
  return { jobs, name };
};

const jobChoices = (forge: Forge) => {
  const labels = { branch: "A branch", tag: "Tags", requests: forges[forge].requests, every: "Every job" };
  const details = {
    branch: "Jobs that a push to the branch starts, such as deploys to Development.",
    tag: "Jobs that a new tag starts, such as releases. Protect these tags at the forge.",
    requests: "Previews and checks. Everybody who may push a branch can change such a job, and so use this rule.",
    every: "Whoever may push anything to the repository can use this rule.",
  };
  return jobKinds.map((value) => ({
    value,
    label: labels[value].replace(/^./, (first) => first.toUpperCase()),
    detail: details[value],
  }));
};

/** The jobs to accept, the name of their branch or tags, and a sentence that says all of it. */
function AcceptedJobs() {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values as unknown as Values}>
      {(values) => {
        const isWhole = schema.safeParse({ ...values, name: "a", issuer: "", role: "operator" }).success;
        return (
          <>
            <RadioField name="jobs" label="Accepts" choices={jobChoices(values.forge)} />
            {values.jobs === "branch" && (
              <TextField name="branch" label="Branch" hint="* stands for any characters: release-*." />
            )}
            {values.jobs === "tag" && (
              <TextField name="tag" label="Tags" hint="* stands for any characters: v* is v1 and v2.0 too." />
            )}
            <p className="rounded-md bg-sunken px-3 py-2 text-sm" aria-live="polite">
              {isWhole
                ? `This rule accepts ${jobsText(values.forge, values.repository.trim(), jobsOf(values))}.`
                : "This rule accepts nothing until you name what it accepts."}
            </p>
          </>
        );
      }}
    </form.Subscribe>
  );
}

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
      initial={{
        name: "",
        forge: "github",
        issuer: "",
        repository: "",
        jobs: "branch",
        branch: "main",
        tag: "v*",
        role: "developer",
      }}
      onSubmit={async (values) => {
        const { name, role, forge, issuer, repository: named } = schema.parse(values);
        const from = issuer.trim() === "" ? forges[forge].issuer : issuer.trim();
        const jobs = jobsOf(values as unknown as Values);
        await api.createPipelineRule({ body: { name, role, issuer: from, claims: claimsOf(forge, named, jobs) } });
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
      <AcceptedJobs />
      <RadioField name="role" label="Role" choices={givenRoles(user.role)} />
    </FormDialog>
  );
}
