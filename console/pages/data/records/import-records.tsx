import type { Environment } from "@ferrule/contract/states.ts";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { issuesOf } from "../../../api/issues-of.ts";
import { readAgain } from "../../../api/read-again.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { Button } from "../../../components/button/button.tsx";
import { Labelled } from "../../../components/form/labelled.tsx";
import { Mono } from "../../../components/mono.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { bytes, count } from "../../../components/format.ts";
import { Segmented } from "../../../components/button/segmented.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useWriteReason } from "./production-lock.ts";
import { sendLines, type ImportAsked } from "./send-lines.ts";

interface ImportRecordsProps {
  collection: { id: string; name: string };
  place: { environment: Environment; tenantId: string };
  onClose: () => void;
}

const mostBytes = 64 * 1_048_576;

interface LinesFieldsProps {
  file: File | null;
  text: string;
  onFile: (file: File | null) => void;
  onText: (text: string) => void;
}

/** The source of the lines. If there is a file, the text is ignored. */
const LinesFields = ({ file, text, onFile, onText }: LinesFieldsProps) => (
  <>
    <Labelled label="File">
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".jsonl,.ndjson,.json,application/x-ndjson"
          className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:text-sm file:text-ink"
          onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        />
      )}
    </Labelled>
    <Labelled label="Or paste lines" hint={file === null ? undefined : "The lines of the file are imported."}>
      {(control) => (
        <textarea
          {...control}
          rows={5}
          spellCheck={false}
          readOnly={file !== null}
          aria-disabled={file !== null || undefined}
          className={`${inputClass} aria-disabled:bg-sunken aria-disabled:text-muted h-auto py-1.5 font-mono leading-5`}
          placeholder={'{"data":{"number":"A-1001"}}'}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Labelled>
  </>
);

/** Why the import failed, and each line that the server refused. */
function Failure({ error }: { error: Error }) {
  const issues = issuesOf(error);
  return (
    <>
      <ErrorNote error={error} />
      {issues.length > 0 && (
        <ul
          aria-label="What is wrong"
          className="grid max-h-48 gap-0.5 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-xs"
        >
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <code className="mr-1.5 font-mono font-medium">{path}</code>
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const conflicts = choicesOf({ refuse: "Reject all lines", replace: "Replace the record" });

type OnConflict = ImportAsked["onConflict"];

const ConflictChoice = ({ value, onChange }: { value: OnConflict; onChange: (next: OnConflict) => void }) => (
  <div className="grid gap-1.5">
    <span className="text-sm font-medium">When an id already exists</span>
    <div className="flex">
      <Segmented label="When an id already exists" value={value} choices={conflicts} onChange={onChange} />
    </div>
  </div>
);

/** Why the lines cannot be sent; null when they can. */
function lackOf(lines: Blob | null): string | null {
  if (lines === null) return "Choose a file, or paste lines.";
  if (lines.size <= mostBytes) return null;
  return `An import can hold at most ${bytes(mostBytes)}. This one is ${bytes(lines.size)}.`;
}

/** Imports JSONL from a file or from pasted text, all lines or none. */
export function ImportRecords({ collection, place, onClose }: ImportRecordsProps) {
  const { environment, tenantId } = place;
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [onConflict, setOnConflict] = useState<OnConflict>("refuse");
  const forbidden = useWriteReason("importRecords", environment, collection.id);
  const lines = file ?? (text.trim() === "" ? null : new Blob([text]));
  const run = useMutation({
    mutationFn: (given: Blob) => sendLines({ collectionId: collection.id, ...place, onConflict }, given),
    onSuccess: async ({ inserted, replaced }) => {
      await readAgain("queryRecords");
      toast(`${count(inserted)} inserted, ${count(replaced)} replaced`);
      onClose();
    },
  });
  /** A change drops the server's message about the earlier lines. */
  const edit =
    <Value,>(write: (value: Value) => void) =>
    (value: Value) => {
      write(value);
      run.reset();
    };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Import into ${collection.name}`}
      description={
        <>
          For the tenant <Mono>{tenantId}</Mono> in {environmentNames[environment]}. One record per line, as in an
          export. Only <Mono>data</Mono> is required. Either every line is stored or none is.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={environment === "production" ? "production" : "primary"}
            icon={Upload}
            busy={run.isPending}
            disabledReason={forbidden ?? lackOf(lines)}
            onClick={() => lines && run.mutate(lines)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <LinesFields file={file} text={text} onFile={edit(setFile)} onText={edit(setText)} />
        <ConflictChoice value={onConflict} onChange={setOnConflict} />
        {run.error && <Failure error={run.error} />}
      </div>
    </Dialog>
  );
}
