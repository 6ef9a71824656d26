import type { BodyType } from "@ferrule/contract/states.ts";
import { SelectField, TextField } from "../../../components/form/fields.tsx";

const choices: { value: BodyType; label: string; detail: string }[] = [
  { value: "json", label: "JSON", detail: "application/json" },
  { value: "form", label: "Form", detail: "application/x-www-form-urlencoded" },
  { value: "multipart", label: "Form with files", detail: "multipart/form-data" },
  { value: "text", label: "Text", detail: "text/plain and other text" },
  { value: "bytes", label: "Bytes", detail: "any type, as base64" },
];

/** The type of a route's body, and where it goes in the input. */
export const BodyFields = ({ bodyType }: { bodyType: BodyType }) => (
  <>
    <SelectField name="bodyType" label="Body" choices={choices} hint="Callers that send another type get 415." />
    <TextField
      name="bodyProperty"
      label="Whole body as"
      mono
      optional
      placeholder={bodyType === "text" || bodyType === "bytes" ? "body" : undefined}
      hint={
        bodyType === "text" || bodyType === "bytes"
          ? "The input property that holds the body."
          : "The input property that holds the body. Leave it empty to merge the body's fields into the input."
      }
    />
  </>
);
