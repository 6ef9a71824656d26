import { secretOperations } from "@ferrule/contract/operations/secrets.ts";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";
import { FunctionLinks } from "../../components/show/function-links.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";

type Secret = ItemOf<"listSecrets">;

/** Gives a secret a new value, after listing the effects. */
export function RotateSecret({ item, onClose }: { item: Secret; onClose: () => void }) {
  const { id: secretId, name, environment, usedBy, fingerprint, revision, version } = item;
  const schema = secretOperations.rotateSecret.body;
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${name}`}
      description={`Version ${version} becomes version ${version + 1}. The current value cannot be restored.`}
      submit={`Rotate in ${environmentNames[environment]}`}
      kind={environment === "production" ? "production" : "primary"}
      above={
        <div className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <p>
            Effective at once in {environmentNames[environment]}, without a deployment. A rollback does not bring the
            old value back.
          </p>
          <p className="mt-1">
            {usedBy.length === 0 ? (
              "No Function declares it."
            ) : (
              <>
                Affects <FunctionLinks names={usedBy} />.
              </>
            )}
          </p>
        </div>
      }
      schema={schema}
      initial={{ value: "" }}
      onSubmit={async (values) => {
        const rotated = await api.rotateSecret({
          params: { secretId },
          body: schema.parse(values),
          headers: ifMatch(revision),
        });
        toast(
          `${name} is at version ${rotated.version}`,
          rotated.fingerprint === fingerprint ? "The value is the same as before." : undefined,
        );
        onClose();
      }}
    >
      <SecretField name="value" label="New value" />
    </FormDialog>
  );
}
