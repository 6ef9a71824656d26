import { ApiError } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useId, useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../components/button/button.tsx";
import { Mono } from "../../components/mono.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { inputClass } from "../../components/input-class.ts";
import { bytes, count } from "../../components/format.ts";
import { Segmented } from "../../components/button/segmented.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { useWriteReason } from "./production-lock.ts";
import { sendLines } from "./send-lines.ts";

interface ImportRecordsProps {
  collection: { id: string; name: string };
  place: { environment: Environment; tenantId: string };
  onClose: () => void;
}

const mostBytes = 64 * 1_048_576;

/** The lines that the server refused, with the reason for each. */
function wrongLines(error: Error | null): { path: string; message: string }[] {
  if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") return [];
  return (error.details?.["issues"] ?? []) as { path: string; message: string }[];
}

interface LinesFieldsProps {
  file: File | null;
  text: string;
  onFile: (file: File | null) => void;
  onText: (text: string) => void;
}

/** The source of the lines. If there is a file, the text is ignored. */
function LinesFields({ file, text, onFile, onText }: LinesFieldsProps) {
  const [fileId, textId] = [useId(), useId()];
  return (
    <>
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-sm font-medium">
          File
        </label>
        <input
          id={fileId}
          type="file"
          accept=".jsonl,.ndjson,.json,application/x-ndjson"
          className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:text-sm file:text-ink"
          onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={textId} className="text-sm font-medium">
          Or paste lines
        </label>
        <textarea
          id={textId}
          rows={5}
          spellCheck={false}
          readOnly={file !== null}
          aria-disabled={file !== null || undefined}
          aria-describedby={file === null ? undefined : `${textId}-reason`}
          className={`${inputClass} aria-disabled:bg-sunken aria-disabled:text-muted h-auto py-1.5 font-mono leading-5`}
          placeholder={'{"data":{"number":"A-1001"}}'}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
        {file !== null && (
          <p id={`${textId}-reason`} className="text-xs text-muted">
            The lines of the file are imported.
          </p>
        )}
      </div>
    </>
  );
}

function WrongLines({ issues }: { issues: readonly { path: string; message: string }[] }) {
  return (
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
  );
}

/** Imports JSONL from a file or from pasted text, all lines or none. */
export function ImportRecords({ collection, place, onClose }: ImportRecordsProps) {
  const { environment, tenantId } = place;
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [onConflict, setOnConflict] = useState<"refuse" | "replace">("refuse");
  const forbidden = useWriteReason("importRecords", environment, collection.id);
  const lines = file ?? (text.trim() === "" ? null : new Blob([text]));
  const run = useMutation({
    mutationFn: (given: Blob) => sendLines({ collectionId: collection.id, ...place, onConflict }, given),
    onSuccess: async ({ inserted, replaced }) => {
      await queryClient.invalidateQueries({ queryKey: ["queryRecords"] });
      toast(`${count(inserted)} inserted, ${count(replaced)} replaced`);
      onClose();
    },
  });
  const issues = wrongLines(run.error);
  const reason =
    forbidden ??
    (lines === null
      ? "Choose a file, or paste lines."
      : lines.size > mostBytes
        ? `An import can hold at most ${bytes(mostBytes)}. This one is ${bytes(lines.size)}.`
        : null);
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
            disabledReason={reason}
            onClick={() => lines && run.mutate(lines)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <LinesFields
          file={file}
          text={text}
          onFile={(chosen) => {
            setFile(chosen);
            run.reset();
          }}
          onText={(typed) => {
            setText(typed);
            run.reset();
          }}
        />
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">When an id already exists</span>
          <div className="flex">
            <Segmented
              label="When an id already exists"
              value={onConflict}
              choices={[
                { value: "refuse", label: "Reject all lines" },
                { value: "replace", label: "Replace the record" },
              ]}
              onChange={setOnConflict}
            />
          </div>
        </div>
        {run.error && <ErrorNote error={run.error} />}
        {issues.length > 0 && <WrongLines issues={issues} />}
      </div>
    </Dialog>
  );
}
