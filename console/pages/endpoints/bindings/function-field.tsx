import { useOperation } from "../../../api/use-operation.ts";
import { Combobox } from "../../../components/combobox.tsx";
import { Field } from "../../../components/form/field.tsx";

/** Which Function is offered; `onPick` hears of a choice with what is known of it. */
export function FunctionField({ onPick }: { onPick?: (picked: { slug: string }) => void }) {
  const { data } = useOperation("listFunctions", { query: { limit: 200 } });
  const choices = data?.items.map(({ id, name, slug }) => ({ value: id, label: name, detail: slug })) ?? [];
  return (
    <Field
      name="functionId"
      label="Function"
      {...(data?.items.length === 0 ? { hint: "The Project has no Function yet: write one first." } : {})}
    >
      {({ value, onChange, ...control }) => (
        <Combobox
          {...control}
          placeholder="Choose a Function"
          value={typeof value === "string" ? value : null}
          choices={choices}
          onChange={(id) => {
            onChange(id);
            const picked = data?.items.find((one) => one.id === id);
            if (picked) onPick?.(picked);
          }}
        />
      )}
    </Field>
  );
}
