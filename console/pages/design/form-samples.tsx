import { ApiError } from "@ferrule/contract/client.ts";
import { useState } from "react";
import { z } from "zod";
import { Button } from "../../components/button/button.tsx";
import {
  ComboboxField,
  NumberField,
  PickerField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { NameAndSlug } from "../../components/form/name-and-slug.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { Row, Samples } from "./sample.tsx";
import { sampleSource } from "./sample-source.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";

const schema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/, "must be capital letters, digits and _"),
  kind: z.enum(["mcp", "http"]),
  functionId: z.string().min(1, "must be chosen"),
  pickedId: z.string().min(1, "must be chosen"),
  requestsPerMinute: z.number().int().min(1),
  description: z.string().optional(),
  enabled: z.boolean(),
});

const functions = ["Look up order", "Search customers", "Convert amount", "Summarize day"].map((label) => ({
  value: label,
  label,
  detail: label.toLowerCase().replaceAll(" ", "-"),
}));

/** Simulates a refusal by the server. */
async function refuse(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 400));
  throw new ApiError(409, { code: "CONFLICT", message: "That name is taken.", requestId: "req_0m4h2k7q9v1c3x5z" });
}

/** A dialog form: its button waits, then the refusal appears at the field. */
function FormDialogSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Samples title="Form over the page">
      <Row>
        <Button onClick={() => setOpen(true)}>Form in a dialog</Button>
      </Row>
      {isOpen && (
        <FormDialog
          title="New secret"
          description="Its name is taken, which the field says."
          size="sm"
          submit="Create secret"
          schema={schema.pick({ name: true })}
          taken="name"
          initial={{ name: "ORDERS_TOKEN" }}
          onSubmit={refuse}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" label="Name" mono autoFocus />
        </FormDialog>
      )}
    </Samples>
  );
}

/** A name and the slug derived from it. */
function NameSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Samples title="Name and slug">
      <Row>
        <Button onClick={() => setOpen(true)}>Name and slug in a dialog</Button>
      </Row>
      {isOpen && (
        <FormDialog
          title="New Function"
          size="sm"
          submit="Create Function"
          schema={z.object({ name: z.string().min(1), slug: z.string().min(1) })}
          initial={{ name: "", slug: "" }}
          onSubmit={() => Promise.resolve(setOpen(false))}
          onClose={() => setOpen(false)}
        >
          <NameAndSlug placeholder="Look up order" slugHint="Names it in manifests and errors." />
        </FormDialog>
      )}
    </Samples>
  );
}

/** Every kind of field, in a form that is checked and then refused. */
export const FormSamples = () => (
  <>
    <Samples title="Form: submit it empty, then filled">
      <SchemaForm
        schema={schema}
        initial={{ name: "", kind: "mcp", functionId: "", pickedId: "", requestsPerMinute: 600, enabled: true }}
        onSubmit={refuse}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="name"
            label="Name"
            hint="As Functions read it, for example ORDERS_TOKEN."
            mono
            placeholder="ORDERS_TOKEN"
          />
          <SelectField
            name="kind"
            label="Kind"
            choices={[
              { value: "mcp", label: "MCP", detail: "Tools for assistants" },
              { value: "http", label: "HTTP", detail: "Routes for everything else" },
            ]}
          />
          <ComboboxField name="functionId" label="Function" choices={functions} placeholder="Type a part of its name" />
          <PickerField name="pickedId" label="Any Function" source={sampleSource} placeholder="Choose a Function" />
          <NumberField name="requestsPerMinute" label="Limit" unit="calls a minute" />
        </div>
        <TextAreaField name="description" label="Description" optional rows={2} />
        <SwitchField name="enabled" label="Enabled" />
        <SubmitButton>Create</SubmitButton>
      </SchemaForm>
    </Samples>
    <NameSample />
    <FormDialogSample />
  </>
);
