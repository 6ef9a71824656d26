import type { DocumentationMode } from "@ferrule/contract/states.ts";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";

const choices = [
  { value: "off", label: "None", detail: "Nobody sees which routes there are." },
  {
    value: "callers",
    label: "For callers",
    detail: "Each caller sees the routes that it can call, and can try them on a reference page.",
  },
  {
    value: "public",
    label: "Public",
    detail: "Everyone sees all routes. A caller who gives a credential sees its own.",
  },
] as const;

interface DocumentationChoiceProps {
  value: DocumentationMode;
  onChange: (next: DocumentationMode) => void;
}

/** Who may read the reference page and the OpenAPI document of an HTTP API. */
export const DocumentationChoice = ({ value, onChange }: DocumentationChoiceProps) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">Documentation at its address</legend>
    <RadioChoices name="documentation" value={value} choices={choices} onChange={onChange} />
  </fieldset>
);
