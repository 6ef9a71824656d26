import type { RequiredTests } from "@ferrule/contract/resources/required-tests.ts";
import { projectOperations } from "@ferrule/contract/operations/projects.ts";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { readAgain } from "../../../api/read-again.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { Card } from "../../../components/card.tsx";
import { SwitchField } from "../../../components/form/fields.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { toast } from "../../../components/overlay/toast.tsx";

type Project = ItemOf<"listProjects">;

const schema = projectOperations.updateProject.body;

/** Where the tests of the Project's Functions must pass. */
export function RequiredTestsCard({ project: { id: projectId, revision, requiredTests } }: { project: Project }) {
  const forbidden = useDisabledReason("updateProject");
  return (
    <Card title="Required tests">
      <SchemaForm
        key={revision}
        schema={schema}
        initial={{ requiredTests } satisfies { requiredTests: RequiredTests }}
        onSubmit={async (values) => {
          await api.updateProject({
            params: { projectId },
            body: schema.parse(values),
            headers: { "if-match": `"${revision}"` },
          });
          await readAgain("listProjects");
          toast("The required tests were saved");
        }}
      >
        <SwitchField
          name="requiredTests.development"
          label="Deployments to Development"
          hint="A deployment runs the tests of its Functions. If one fails, nothing is activated."
        />
        <SwitchField
          name="requiredTests.production"
          label="Releases to Production"
          hint="Only a deployment whose tests ran and passed can be released."
        />
        <SubmitButton disabledReason={forbidden} onlyChanged>
          Save
        </SubmitButton>
      </SchemaForm>
    </Card>
  );
}
