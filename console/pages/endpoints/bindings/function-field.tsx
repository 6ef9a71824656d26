import { functionSource } from "../../../api/pick-sources.ts";
import { PickerField } from "../../../components/form/fields.tsx";

/** Which Function is offered; `onPick` hears of a choice with what is known of it. */
export const FunctionField = ({ onPick }: { onPick?: (picked: { slug: string }) => void }) => (
  <PickerField
    name="functionId"
    label="Function"
    source={functionSource}
    placeholder="Choose a Function"
    onPick={({ detail = "" }) => onPick?.({ slug: detail })}
  />
);
