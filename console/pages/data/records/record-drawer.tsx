import { ApiError } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { api } from "../../../api/api.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Facts } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { deleteLater } from "../../../components/overlay/delete-later.ts";
import { CopyButton } from "../../../components/button/copy-button.tsx";
import { Drawer } from "../../../components/overlay/drawer.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Note } from "../../../components/note.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useWriteReason } from "./production-lock.ts";
import { RecordEditor, type RecordData } from "./record-editor.tsx";
import { recordKey, type RecordRow } from "./use-records.ts";

interface Place {
  environment: Environment;
  tenantId: string;
}

interface DetailProps {
  place: Place;
  record: RecordRow;
  schema: Record<string, unknown>;
  onReload: () => void;
  onClose: () => void;
}

function DeleteRecord({
  place,
  record,
  onClose,
  onDone,
}: Pick<DetailProps, "place" | "record" | "onClose"> & { onDone: () => void }) {
  const { collectionId, id: recordId, revision } = record;
  const { environment, tenantId } = place;
  return (
    <ConfirmAction
      operation="deleteRecord"
      input={{ params: { collectionId, recordId }, query: place, headers: ifMatch(revision) }}
      done={["The record was deleted"]}
      onDone={onDone}
      onClose={onClose}
      title="Delete this record?"
      description={`It belongs to tenant ${tenantId} in ${environmentNames[environment]}. This cannot be undone, and no rollback restores it.`}
      typedName={recordId}
      confirmLabel="Delete record"
      kind={environment === "production" ? "production" : "danger"}
    />
  );
}

/** The record's data to edit. A newer revision is not overwritten. */
function Edit({ place, record, schema, onReload }: Omit<DetailProps, "onClose">) {
  const { collectionId, id: recordId, revision } = record;
  const { environment } = place;
  const [isBehind, setBehind] = useState(false);
  const mayReplace = useWriteReason("replaceRecord", environment, collectionId);
  const save = async (data: RecordData) => {
    try {
      await api.replaceRecord({
        params: { collectionId, recordId },
        body: { ...place, data: data as never, revision },
      });
    } catch (error) {
      setBehind(error instanceof ApiError && error.code === "REVISION_CONFLICT");
      throw error;
    }
    toast("The record was saved");
  };
  return (
    <>
      {mayReplace !== null && <p className="text-sm text-muted">{mayReplace}</p>}
      {isBehind && (
        <Note
          tone="warn"
          role="status"
          title="Someone else changed this record"
          action={
            <Button size="sm" onClick={onReload}>
              Show their version
            </Button>
          }
        >
          Your changes were not saved. They stay here until you load their version.
        </Note>
      )}
      <RecordEditor
        schema={schema}
        initial={record.data}
        label={`Save in ${environmentNames[environment]}`}
        isProduction={environment === "production"}
        disabledReason={mayReplace}
        onSave={save}
      />
    </>
  );
}

function Detail({ onClose, ...given }: DetailProps) {
  const { place, record } = given;
  const [isAsking, setAsking] = useState(false);
  const mayDelete = useWriteReason("deleteRecord", place.environment, record.collectionId);
  const remove = () => {
    if (place.environment === "production") return setAsking(true);
    const { collectionId, id, revision } = record;
    const input = { params: { collectionId, recordId: id }, query: place, headers: ifMatch(revision) };
    deleteLater({ operation: "deleteRecord", input, id: recordKey(collectionId, place, id), name: `The record ${id}` });
    return onClose();
  };
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <Button icon={Trash2} disabledReason={mayDelete} onClick={remove}>
          Delete
        </Button>
      </div>
      <Facts
        items={[
          ["Environment", <EnvironmentBadge key="environment" environment={place.environment} />],
          ["Tenant", <Mono key="tenant">{place.tenantId}</Mono>],
          ["Schema", `version ${record.version}`],
          ["Revision", record.revision],
          ["Changed", <Time key="changed" at={record.updatedAt} />],
          ["Created", <Time key="created" at={record.createdAt} />],
          ["Expires", <Time key="expires" at={record.expiresAt} />],
        ]}
      />
      <Edit {...given} />
      {isAsking && <DeleteRecord place={place} record={record} onClose={() => setAsking(false)} onDone={onClose} />}
    </div>
  );
}

interface RecordDrawerProps {
  collectionId: string;
  recordId: string;
  place: Place;
  /** The schema of the version that a saved record must fit. */
  schema: Record<string, unknown>;
  onClose: () => void;
}

/** One record: its metadata, its data to edit, and a way to delete it. */
export function RecordDrawer({ collectionId, recordId, place, schema, onClose }: RecordDrawerProps) {
  const { data, error, refetch } = useOperation("getRecord", { params: { collectionId, recordId }, query: place });
  /** The revision being edited; a newer one does not replace the text. */
  const [edited, setEdited] = useState(0);
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown && (shown === undefined || data.revision > shown.revision)) {
    setShown(data);
    setEdited(edited + 1);
  }
  return (
    <Drawer
      open
      onClose={onClose}
      size="lg"
      title={<code className="font-mono text-sm">{recordId}</code>}
      actions={<CopyButton text={recordId} label="Copy the record's id" size="md" />}
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {shown === undefined && !error && <Skeleton className="h-96" />}
      {shown && (
        <Detail
          key={edited}
          place={place}
          record={shown}
          schema={schema}
          onReload={() => void refetch()}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}
