import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { CollectionFields } from "./collection-fields.tsx";
import { changedCollectionForm, formOf } from "./collection-form.ts";
import { DeleteCollection } from "./delete-collection.tsx";
import { Grants } from "./grants.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";

type Collection = AnswerOf<"getDataCollection">;

/** Who may access a collection, and its settings besides the schema. */
export function AccessTab({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const { id: collectionId, revision, createdAt, updatedAt } = collection;
  const forbidden = useDisabledReason("updateDataCollection");
  const deleteForbidden = useDisabledReason("deleteDataCollection");
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
      <Grants collection={collection} />
      <Card title="Settings">
        <SchemaForm
          key={revision}
          schema={changedCollectionForm}
          initial={formOf(collection)}
          onSubmit={async (values) => {
            const { description, ...rest } = changedCollectionForm.parse(values);
            await api.updateDataCollection({
              params: { collectionId },
              body: { ...rest, ...(description === undefined ? {} : { description }) },
              headers: ifMatch(revision),
            });
            toast("The collection was saved");
          }}
        >
          <CollectionFields />
          <SubmitButton disabledReason={forbidden} onlyChanged>
            Save settings
          </SubmitButton>
        </SchemaForm>
        <div className="mt-4 grid gap-3 border-t border-line pt-3">
          <div>
            <Button icon={Trash2} disabledReason={deleteForbidden} onClick={() => setDeleting(true)}>
              Delete collection
            </Button>
          </div>
          <Facts
            items={[
              ["Changed", <Time key="changed" at={updatedAt} />],
              ["Created", <Time key="created" at={createdAt} />],
              ["Id", <ShortId key="id" id={collectionId} label="Copy the collection's id" />],
            ]}
          />
        </div>
      </Card>
      {isDeleting && (
        <DeleteCollection collection={collection} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </div>
  );
}
