import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { api } from "../../../api/api.ts";
import { TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { CollectionFields } from "./collection-fields.tsx";
import { formOf, newCollectionForm } from "./collection-form.ts";
import { readJson } from "../../../components/show/read-json.ts";

const JsonEditor = lazyPart(
  () => import("../../../editor/json-editor.tsx"),
  "JsonEditor",
  <Skeleton className="h-56" />,
);

const firstSchema = `{
  "type": "object",
  "properties": {
    "number": { "type": "string", "maxLength": 40 },
    "total": { "type": "number", "minimum": 0 },
    "status": { "enum": ["open", "paid", "sent"] }
  },
  "required": ["number"],
  "additionalProperties": false
}
`;

interface NewCollectionProps {
  onClose: () => void;
  onCreated: (collectionId: string) => void;
}

/** Creates a collection with the first version of its schema. */
export function NewCollection({ onClose, onCreated }: NewCollectionProps) {
  const [schema, setSchema] = useState(firstSchema);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormDialog
      onClose={onClose}
      title="New collection"
      description="Records with one schema, kept by environment and tenant. Available in Development at once, in Production after the next release."
      submit="Create collection"
      taken="name"
      schema={newCollectionForm}
      initial={{
        name: "",
        ...formOf({ description: "", uniqueKeys: [], indexes: [], ttlSeconds: null }),
      }}
      onSubmit={async (values) => {
        const read = readJson(schema);
        setProblem("problem" in read ? read.problem : null);
        if ("problem" in read) throw new Error(`The schema is not valid JSON: ${read.problem}`);
        const body = { ...newCollectionForm.parse(values), schema: read.value as never };
        const { id } = await api.createDataCollection({ body });
        onCreated(id);
      }}
    >
      <TextField
        name="name"
        label="Name"
        mono
        autoFocus
        hint='As Functions ask for it: ctx.collection("orders"). It cannot be changed later.'
      />
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">Schema</span>
        <JsonEditor
          label="Schema"
          height="14rem"
          value={schema}
          invalid={problem !== null}
          onChange={(text) => {
            setSchema(text);
            setProblem(null);
          }}
        />
        <p className="text-xs text-muted">
          JSON Schema 2020-12 for a record&apos;s data. The root must be an object. You can add new versions later.
        </p>
      </div>
      <CollectionFields />
    </FormDialog>
  );
}
