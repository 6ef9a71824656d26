import type { DocumentationMode } from "@ferrule/contract/states.ts";
import { RadioChoice } from "../../../components/form/radio-choice.tsx";

/** Who may read the reference page and the OpenAPI document of an HTTP API. */
export function DocumentationChoice({
  value,
  onChange,
}: {
  value: DocumentationMode;
  onChange: (next: DocumentationMode) => void;
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Documentation at its address</legend>
      <RadioChoice
        name="documentation"
        label="None"
        detail="Nobody sees which routes there are."
        isChosen={value === "off"}
        onChoose={() => onChange("off")}
      />
      <RadioChoice
        name="documentation"
        label="For callers"
        detail="Each caller sees the routes that it can call, and can try them on a reference page."
        isChosen={value === "callers"}
        onChoose={() => onChange("callers")}
      />
      <RadioChoice
        name="documentation"
        label="Public"
        detail="Everyone sees all routes. A caller who gives a credential sees its own."
        isChosen={value === "public"}
        onChoose={() => onChange("public")}
      />
    </fieldset>
  );
}
