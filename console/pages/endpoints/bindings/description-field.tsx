import { TextAreaField } from "../../../components/form/fields.tsx";
import { useContract } from "./use-contract.ts";

interface DescriptionFieldProps {
  functionId: string | undefined;
  /** Where the text is read. */
  hint: string;
}

/** The description of a binding. While it is empty it follows the Function's, which the field shows as a placeholder. */
export function DescriptionField({ functionId, hint }: DescriptionFieldProps) {
  const { contract } = useContract(functionId);
  return (
    <TextAreaField
      name="description"
      label="Description"
      rows={3}
      placeholder={contract?.description ?? ""}
      hint={`${hint} Leave empty to use the Function's description, which follows its code.`}
    />
  );
}
