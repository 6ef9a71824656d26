import { newNpmLibrary, newSourceLibrary } from "@ferrule/contract/resources/library.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { Segmented } from "../../components/button/segmented.tsx";

const firstSource =
  "/** What it does, for the people who import it. */\nexport function example(text: string): string {\n  return text;\n}\n";

const kinds = choicesOf({ source: "Your own TypeScript", npm: "npm package" });

interface NewLibraryProps {
  onClose: () => void;
  onCreated: (libraryId: string) => void;
}

/** Creates a Library from TypeScript or from an npm package. */
export function NewLibrary({ onClose, onCreated }: NewLibraryProps) {
  const [kind, setKind] = useState<"source" | "npm">("source");
  const schema = kind === "source" ? newSourceLibrary : newNpmLibrary;
  return (
    <FormDialog
      onClose={onClose}
      title="New Library"
      submit="Create Library"
      above={
        <div className="flex">
          <Segmented label="Kind" value={kind} choices={kinds} onChange={setKind} />
        </div>
      }
      formKey={kind}
      taken="name"
      schema={schema}
      initial={kind === "source" ? { kind, name: "", source: firstSource } : { kind, name: "", version: "" }}
      onSubmit={async (values) => {
        const { id } = await api.createLibrary({ body: schema.parse(values) });
        onCreated(id);
      }}
    >
      {kind === "source" ? (
        <TextField
          name="name"
          label="Name"
          hint="Functions import it as lib/<name>, for example lib/money. It cannot be changed later."
          mono
          autoFocus
        />
      ) : (
        <>
          <TextField
            name="name"
            label="Package"
            hint="The name in the registry, for example date-fns."
            mono
            autoFocus
          />
          <TextField name="version" label="Version" hint="One exact version, for example 4.1.0." mono />
          <TextField
            name="integrity"
            label="Integrity"
            hint="SHA-512, as in a lock file. If empty, the first build pins what the registry has."
            mono
            optional
          />
        </>
      )}
    </FormDialog>
  );
}
