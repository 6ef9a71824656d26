import { useEffect } from "react";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { useContract } from "./use-contract.ts";

/** Begins the description of a new binding with what the code says, unless something has been written. */
export function DescribedByCode({ functionId }: { functionId: string | undefined }) {
  const form = useFormApi();
  const { contract } = useContract(functionId);
  const found = contract?.description ?? "";
  useEffect(() => {
    if (found !== "" && form.state.values["description"] === "") form.setFieldValue("description", found);
  }, [found, form]);
  return null;
}
