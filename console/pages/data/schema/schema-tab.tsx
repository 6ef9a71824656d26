import { ScanSearch, Save } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import type { AnswerOf, InputOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { readJson } from "../../../components/show/read-json.ts";
import { Verdict } from "./verdict.tsx";
import { VersionList } from "./version-list.tsx";

const loadEditor = () => import("../../../editor/json-editor.tsx");
const SchemaEditor = lazyPart(loadEditor, "JsonEditor", <Skeleton className="h-72" />);
const MappingEditor = lazyPart(loadEditor, "JsonEditor", <Skeleton className="h-24" />);

type Collection = AnswerOf<"getDataCollection">;

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
      <MappingEditor label="Mapping" height="7rem" readOnlyReason={readOnlyReason} value={value} onChange={onChange} />
      <p className="text-xs text-muted">
        Steps that convert existing records, applied in order: rename, remove, default, set, convert. For example{" "}
        <code className="font-mono break-all">{'[{"default":{"path":"status","value":"open"}}]'}</code>
      </p>
    </div>
  );
}

/** The problem with a text of JSON; null when it is JSON. */
const problemOf = (name: string, read: ReturnType<typeof readJson>) =>
  "problem" in read ? `The ${name} is not valid JSON: ${read.problem}` : null;

/** The next version while it is typed, the result of its check, and a function that stores it. */
function useNextVersion({ id: collectionId, name, versions }: Collection) {
  const stored = JSON.stringify(versions[0]?.schema ?? {}, null, 2);
  const [schema, setSchema] = useState(stored);
  const [mapping, setMapping] = useState("");
  /** The exact texts to which the check's result refers. */
  const [checked, setChecked] = useState<string | null>(null);
  const preview = useAction("previewDataCollectionVersion", { onSuccess: () => setChecked(schema + mapping) });
  const create = useAction("createDataCollectionVersion", {
    onSuccess: ({ version, schema: made }) => {
      toast(`${name} is at version ${version}`, "Development uses it now, Production after the next release.");
      setSchema(JSON.stringify(made, null, 2));
      setMapping("");
      setChecked(null);
      preview.reset();
    },
  });
  const hasMapping = mapping.trim() !== "";
  const read = { schema: readJson(schema), mapping: hasMapping ? readJson(mapping) : { value: undefined } };
  const edit = (write: (text: string) => void) => (text: string) => {
    write(text);
    create.reset();
  };
  const body = Object.fromEntries(
    Object.entries(read).flatMap(([member, one]) =>
      "value" in one && one.value !== undefined ? [[member, one.value]] : [],
    ),
  );
  return {
    schema,
    mapping,
    writeSchema: edit(setSchema),
    writeMapping: edit(setMapping),
    isSame: schema === stored && !hasMapping,
    problem: problemOf("schema", read.schema) ?? problemOf("mapping", read.mapping),
    input: { params: { collectionId }, body: body as InputOf<"createDataCollectionVersion">["body"] },
    /** Undefined until these very texts were checked. */
    verdict: checked === schema + mapping ? preview.data : undefined,
    preview,
    create,
  };
}

function NextVersion({ collection }: { collection: Collection }) {
  const next = useNextVersion(collection);
  const { isSame, problem, verdict, input, preview, create } = next;
  const forbidden = useDisabledReason("createDataCollectionVersion");
  const reason = forbidden ?? problem ?? (isSame ? "No changes to save." : null);
  const unchecked = verdict
    ? verdict.compatible
      ? null
      : "Some records do not match this schema."
    : "Check the records first.";
  const version = (collection.versions[0]?.version ?? 0) + 1;
  return (
    <Card title={`Version ${version}`} actions={isSame ? undefined : <Badge tone="warn">Not stored</Badge>}>
      <div className="grid gap-4">
        <SchemaEditor
          label="Schema of the next version"
          height="20rem"
          readOnlyReason={forbidden}
          value={next.schema}
          onChange={next.writeSchema}
        />
        <MappingField value={next.mapping} readOnlyReason={forbidden} onChange={next.writeMapping} />
        {problem !== null && <p className="text-xs font-medium text-bad">{problem}</p>}
        {verdict && <Verdict collectionId={collection.id} verdict={verdict} />}
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
            disabledReason={reason ?? unchecked}
            onClick={() => create.mutate(input)}
          >
            Store version {version}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The versions of a collection's schema, and the next one: it is checked against every record before it is stored. */
export const SchemaTab = ({ collection }: { collection: Collection }) => (
  <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
    <NextVersion collection={collection} />
    <VersionList {...collection} />
  </div>
);
