import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Labelled } from "../../../components/form/labelled.tsx";
import { Mono } from "../../../components/mono.tsx";
import { Drawer } from "../../../components/overlay/drawer.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useWriteReason } from "./production-lock.ts";
import { RecordEditor } from "./record-editor.tsx";

interface NewRecordProps {
  collection: { id: string; name: string };
  place: { environment: Environment; tenantId: string };
  schema: Record<string, unknown>;
  onClose: () => void;
}

/** Inserts a record into the chosen environment and tenant. */
export function NewRecord({ collection, place, schema, onClose }: NewRecordProps) {
  const [recordId, setRecordId] = useState("");
  const { environment, tenantId } = place;
  return (
    <Drawer open onClose={onClose} size="lg" title={`New record of ${collection.name}`}>
      <RecordEditor
        schema={schema}
        initial={{}}
        isNew
        label={`Insert in ${environmentNames[environment]}`}
        isProduction={environment === "production"}
        disabledReason={useWriteReason("createRecord", environment, collection.id)}
        onSave={async (data) => {
          const made = await api.createRecord({
            params: { collectionId: collection.id },
            body: { ...place, data: data as never, ...(recordId === "" ? {} : { id: recordId }) },
          });
          toast("The record was inserted", made.id);
          onClose();
        }}
      >
        <p className="text-sm text-muted">
          For the tenant <Mono>{tenantId}</Mono>, in {environmentNames[environment]}.
        </p>
        <Labelled label="Id" optional>
          {(control) => (
            <input
              {...control}
              className={`${inputClass} font-mono`}
              value={recordId}
              placeholder="Generated if left empty (rec_…)"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setRecordId(target.value.trim())}
            />
          )}
        </Labelled>
      </RecordEditor>
    </Drawer>
  );
}
