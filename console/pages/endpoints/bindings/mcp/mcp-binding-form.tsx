import { mcpBindingKinds, type McpBindingKind } from "@ferrule/contract/states.ts";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";
import { useEndpointSearch } from "../../use-endpoint-search.ts";
import type { BindingFormGiven } from "../binding-form.tsx";
import type { McpBinding } from "../binding.ts";
import { PromptForm } from "./prompt-form.tsx";
import { ResourceForm } from "./resource-form.tsx";
import { ToolForm } from "./tool-form.tsx";

const forms = { tool: ToolForm, resource: ResourceForm, prompt: PromptForm };
const details: Record<McpBindingKind, [label: string, detail: string]> = {
  tool: ["Tool", "The model calls it, to look something up or to do something."],
  resource: ["Resource", "Clients and people read it: a page, a record, an image."],
  prompt: ["Prompt", "A person chooses it, often as a command with a slash."],
};

const KindChoice = ({ value, onChange }: { value: McpBindingKind; onChange: (kind: McpBindingKind) => void }) => (
  <fieldset className="grid grid-cols-1 gap-1.5 sm:grid-cols-3">
    <legend className="mb-1.5 text-sm font-medium">What to offer</legend>
    <RadioChoices
      name="kind"
      value={value}
      choices={mcpBindingKinds.map((kind) => ({ value: kind, label: details[kind][0], detail: details[kind][1] }))}
      onChange={onChange}
    />
  </fieldset>
);

/** Offers a tool, a resource or a prompt, or edits it. The kind of one that is there stays. */
export function McpBindingForm(given: BindingFormGiven<McpBinding>) {
  const [{ offer = "tool" }, change] = useEndpointSearch();
  const kind = given.binding?.kind ?? offer;
  const Form = forms[kind];
  const choose = (next: McpBindingKind) => change({ offer: next === "tool" ? undefined : next }, { replace: true });
  return (
    <Form
      key={kind}
      {...given}
      {...(given.binding === null ? { above: <KindChoice value={kind} onChange={choose} /> } : {})}
    />
  );
}
