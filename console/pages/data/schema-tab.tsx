import { ScanSearch, Save } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card } from "../../components/card.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { readJson } from "../../components/show/read-json.ts";
import { Verdict } from "./verdict.tsx";
import { VersionList } from "./version-list.tsx";

const JsonEditor = lazyPart(async () => ({ default: (await import("../../editor/json-editor.tsx")).JsonEditor }));

type Collection = AnswerOf<"getDataCollection">;

const changes = ["listDataCollections", "queryRecords", "getRecord"] as const;

interface MappingFieldProps {
  value: string;
  readOnlyReason: string | null;
  onChange: (text: string) => void;
}

function MappingField({ value, readOnlyReason, onChange }: MappingFieldProps) {
  return (
    <div className="grid gap-1.5">
      <span className="flex items-baseline gap-2 text-sm font-medium">
        Mapping <span className="text-xs font-normal text-faint">optional</span>
      </span>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <JsonEditor label="Mapping" height="7rem" readOnlyReason={readOnlyReason} value={value} onChange={onChange} />
      </Suspense>
      <p className="text-xs text-muted">
        Steps that convert existing records, applied in order: rename, remove, default, set, convert. For example{" "}
        <code className="font-mono break-all">{'[{"default":{"path":"status","value":"open"}}]'}</code>
      </p>
    </div>
  );
}

/** The versions of a collection's schema, and the next one: it is checked against every record before it is stored. */
export function SchemaTab({ collection }: { collection: Collection }) {
  const { id: collectionId, name, versions, activeVersions, migrations } = collection;
  const newest = versions[0];
  const stored = JSON.stringify(newest?.schema ?? {}, null, 2);
  const [schema, setSchema] = useState(stored);
  const [mapping, setMapping] = useState("");
  /** The exact texts that the check's result is about. */
  const [checked, setChecked] = useState<string | null>(null);
  const forbidden = useDisabledReason("createDataCollectionVersion");
  const preview = useAction("previewDataCollectionVersion", {
    onSuccess: () => setChecked(schema + mapping),
  });
  const create = useAction("createDataCollectionVersion", {
    changes,
    onSuccess: ({ version, schema: made }) => {
      toast(`${name} is at version ${version}`, "Development uses it now, Production after the next release.");
      setSchema(JSON.stringify(made, null, 2));
      setMapping("");
      setChecked(null);
      preview.reset();
    },
  });
  const readSchema = readJson(schema);
  const readMapping = mapping.trim() === "" ? { value: undefined } : readJson(mapping);
  const problem =
    "problem" in readSchema
      ? `The schema is not valid JSON: ${readSchema.problem}`
      : "problem" in readMapping
        ? `The mapping is not valid JSON: ${readMapping.problem}`
        : null;
  const isSame = schema === stored && mapping.trim() === "";
  const isChecked = checked === schema + mapping && preview.data !== undefined;
  const reason = forbidden ?? problem ?? (isSame ? "No changes to save." : null);
  const body = {
    schema: ("value" in readSchema ? readSchema.value : {}) as never,
    ...("value" in readMapping && readMapping.value !== undefined ? { mapping: readMapping.value as never } : {}),
  };
  const input = { params: { collectionId }, body };
  const edit = (write: (text: string) => void) => (text: string) => {
    write(text);
    create.reset();
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card
        title={`Version ${(newest?.version ?? 0) + 1}`}
        actions={isSame ? undefined : <Badge tone="warn">Not stored</Badge>}
      >
        <div className="grid gap-4">
          <Suspense fallback={<Skeleton className="h-72" />}>
            <JsonEditor
              label="Schema of the next version"
              height="20rem"
              readOnlyReason={forbidden}
              value={schema}
              onChange={edit(setSchema)}
            />
          </Suspense>
          <MappingField value={mapping} readOnlyReason={forbidden} onChange={edit(setMapping)} />
          {problem !== null && <p className="text-xs font-medium text-bad">{problem}</p>}
          {isChecked && preview.data && <Verdict collectionId={collectionId} verdict={preview.data} />}
          {preview.error && <ErrorNote error={preview.error} />}
          {create.error && <ErrorNote error={create.error} />}
          <div className="flex flex-wrap gap-2">
            <Button
              icon={ScanSearch}
              busy={preview.isPending}
              disabledReason={reason}
              onClick={() => preview.mutate(input)}
            >
              Check records
            </Button>
            <Button
              kind="primary"
              icon={Save}
              busy={create.isPending}
              disabledReason={
                reason ??
                (isChecked
                  ? preview.data.compatible
                    ? null
                    : "Some records do not match this schema."
                  : "Check the records first.")
              }
              onClick={() => create.mutate(input)}
            >
              Store version {(newest?.version ?? 0) + 1}
            </Button>
          </div>
        </div>
      </Card>
      <VersionList versions={versions} activeVersions={activeVersions} migrations={migrations} />
    </div>
  );
}
