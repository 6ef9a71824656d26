import { functionSource } from "../../../api/pick-sources.ts";
import { PickerField } from "../../../components/form/fields.tsx";

/** Picks the Function to offer; `onPick` gets the choice with what is known about it. */
export const FunctionField = ({ onPick }: { onPick?: (picked: { slug: string }) => void }) => (
  <PickerField
    name="functionId"
    label="Function"
    source={functionSource}
    placeholder="Choose a Function"
    onPick={({ detail = "" }) => onPick?.({ slug: detail })}
  />
);
