import { replacedLibrary } from "@ferrule/contract/resources/library.ts";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Card } from "../../components/card.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { LibraryFacts } from "./library-facts.tsx";
import { SubmitButton } from "../../components/form/submit-button.tsx";

/** An npm package: its pinned version, and a way to change it. */
export function NpmLibrary({ library }: { library: AnswerOf<"getLibrary"> }) {
  const { id: libraryId, name, version, revision } = library;
  const forbidden = useDisabledReason("replaceLibrary");
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <LibraryFacts library={library} />
      <Card title="Change version">
        <p className="mb-4 text-sm text-muted">
          The next deployment uses it. Existing deployments keep the version they were built with, even after a
          rollback.
        </p>
        <SchemaForm
          key={revision}
          schema={replacedLibrary}
          initial={{ version, integrity: undefined }}
          onSubmit={async (values) => {
            const replaced = await api.replaceLibrary({
              params: { libraryId },
              body: replacedLibrary.parse(values),
              headers: ifMatch(revision),
            });
            toast(`${name} is at ${replaced.version}`, "The next deployment uses it.");
          }}
        >
          <TextField name="version" label="Version" hint="One exact version." mono />
          <TextField
            name="integrity"
            label="Integrity"
            hint="SHA-512, as in a lock file. If empty, the first build pins what the registry has."
            mono
            optional
          />
          <SubmitButton disabledReason={forbidden} onlyChanged>
            Change version
          </SubmitButton>
        </SchemaForm>
      </Card>
    </div>
  );
}
