import type { McpFields } from "@ferrule/contract/resources/binding.ts";
import { Field } from "../../../../components/form/field.tsx";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { inputClass } from "../../../../components/input-class.ts";

type Audience = McpFields["audience"];
const choices = choicesOf({ "": "not set", user: "people", assistant: "the model", both: "both" });
const given = { "": [], user: ["user"], assistant: ["assistant"], both: ["user", "assistant"] } as const;
const chosenOf = (audience: Audience) => (audience.length > 1 ? "both" : (audience[0] ?? ""));

/** For whom a resource is, and how important (MCP 2025-11-25, Annotations). */
export const AudienceFields = () => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
    <Field name="audience" label="Meant for">
      {({ value, onChange, ...control }) => (
        <Select
          {...control}
          value={chosenOf(value as Audience)}
          choices={choices}
          onChange={(next) => onChange([...given[next]])}
        />
      )}
    </Field>
    <Field name="priority" label="Priority" hint="0 to 1: from optional to needed." optional>
      {({ value, onChange, ...control }) => (
        <input
          {...control}
          inputMode="decimal"
          className={inputClass}
          defaultValue={typeof value === "number" ? String(value) : ""}
          onChange={({ target }) => {
            const text = target.value.trim();
            onChange(text === "" ? undefined : /^\d*\.?\d+$/.test(text) ? Number(text) : text);
          }}
        />
      )}
    </Field>
  </div>
);
