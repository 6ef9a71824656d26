import type { Environment } from "@ferrule/contract/states.ts";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Section } from "../../components/section.tsx";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { Mono } from "../../components/mono.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { bytes, counted } from "../../components/format.ts";
import { FunctionName } from "../../components/show/function-name.tsx";
import { JsonView } from "../../components/show/json-view.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { entryId } from "./entry-id.ts";

type Entry = ItemOf<"listCacheEntries">;

interface Place {
  environment: Environment;
  tenantId: string;
}

interface CacheEntryDrawerProps {
  place: Place;
  entryKey: string;
  /** The entry as the list has it; undefined when the list does not have it. */
  entry: Entry | undefined;
  onClose: () => void;
}

/** One cache entry: its metadata, its value once it is revealed, and a way to delete it. */
export function CacheEntryDrawer({ place, entryKey, entry, onClose }: CacheEntryDrawerProps) {
  const [isAsking, setAsking] = useState(false);
  const mayDelete = useDisabledReason("deleteCacheEntry", place.environment);
  const deleteOne = useAction("deleteCacheEntry", {
    onSuccess: () => {
      setAsking(false);
      toast("The entry was deleted");
      onClose();
    },
  });
  const query = { ...place, key: entryKey };
  const remove = () => {
    if (place.environment === "production") return setAsking(true);
    const name = `The cache entry ${entryKey}`;
    deleteLater({ operation: "deleteCacheEntry", input: { query }, id: entryId(query), name });
    return onClose();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title={<code className="font-mono text-sm">{entryKey}</code>}
      actions={
        <Button size="sm" icon={Trash2} disabledReason={mayDelete} onClick={remove}>
          Delete
        </Button>
      }
    >
      <div className="grid gap-5">
        <EntryFacts place={place} entry={entry} />
        <RevealedValue place={place} entryKey={entryKey} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this cache entry?"
        description={
          <>
            <code className="font-mono break-all">{entryKey}</code> of the tenant{" "}
            <code className="font-mono">{place.tenantId}</code> in {place.environment}. The next call that reads it gets
            nothing and computes it again.
          </>
        }
        confirmLabel="Delete entry"
        kind="production"
        busy={deleteOne.isPending}
        error={deleteOne.error}
        onConfirm={() => deleteOne.mutate({ query })}
      />
    </Drawer>
  );
}

const EntryFacts = ({ place, entry }: { place: Place; entry: Entry | undefined }) => (
  <Facts
    items={[
      ["Environment", <EnvironmentBadge key="environment" environment={place.environment} />],
      ["Tenant", <Mono key="tenant">{place.tenantId}</Mono>],
      ...(entry === undefined
        ? []
        : ([
            ["Written by", <FunctionName key="function" id={entry.functionId} />],
            ["Size", bytes(entry.sizeBytes)],
            ["Expires", <Time key="expires" at={entry.expiresAt} />],
          ] as const)),
    ]}
  />
);

function RevealedValue({ place, entryKey: key }: { place: Place; entryKey: string }) {
  const reveal = useAction("revealCacheEntry");
  const forbidden = useDisabledReason("revealCacheEntry", place.environment);
  return (
    <Section title="Value">
      {reveal.data === undefined ? (
        <>
          <p className="text-sm text-muted">
            Revealing a value is recorded in the audit log with your name, the key and the time. Known secrets stay
            masked.
          </p>
          <div>
            <Button
              icon={Eye}
              busy={reveal.isPending}
              disabledReason={forbidden}
              onClick={() => reveal.mutate({ body: { ...place, key } })}
            >
              Reveal value
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-sm text-muted">
            Revealed and recorded in the audit log.
            {reveal.data.redactions > 0 && ` ${counted(reveal.data.redactions, "part is", "parts are")} masked.`}
          </p>
          <JsonView value={reveal.data.value} label="Value" />
        </>
      )}
      {reveal.error && <ErrorNote error={reveal.error} />}
    </Section>
  );
}
