import { TextAreaField } from "../../../components/form/fields.tsx";
import { useContract } from "./use-contract.ts";

interface DescriptionFieldProps {
  functionId: string | undefined;
  /** The readers of the text. */
  hint: string;
  /** No Function stands behind it, whose description could apply. */
  isKept?: boolean;
}

/** A binding's description. While it is empty, the Function's applies and is shown as the placeholder. */
export function DescriptionField({ functionId, hint, isKept = false }: DescriptionFieldProps) {
  const { contract } = useContract(functionId);
  return (
    <TextAreaField
      name="description"
      label="Description"
      rows={3}
      placeholder={contract?.description ?? ""}
      hint={isKept ? hint : `${hint} Leave empty to use the Function's description, which follows its code.`}
    />
  );
}
