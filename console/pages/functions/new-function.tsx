import { functionOperations } from "@ferrule/contract/operations/functions.ts";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { useAction } from "../../api/use-action.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { NameAndSlug } from "../../components/form/name-and-slug.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { starters } from "./starters.ts";

const schema = z.object({
  name: z.string().trim().min(1, "Enter a name."),
  slug: functionOperations.createFunction.body.shape.slug,
  starter: z.string(),
});

/** Asks for a new Function's name and starting point, then opens its editor. */
export function NewFunction({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useAction("createFunction", {
    onSuccess: ({ id }) => void navigate({ to: "/functions/$functionId", params: { functionId: id } }),
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="New Function"
      submit="Create Function"
      schema={schema}
      taken="slug"
      initial={{ name: "", slug: "", starter: starters[0].value }}
      onSubmit={(values) => {
        const { starter, ...named } = schema.parse(values);
        const { source, hosts } = starters.find(({ value }) => value === starter) ?? starters[0];
        const permissions = { secrets: [], hosts: [...hosts], collections: [], cache: false };
        return create.mutateAsync({ body: { ...named, source, permissions } });
      }}
    >
      <NameAndSlug placeholder="Look up order" slugHint="Also the default tool name. It cannot be changed later." />
      <RadioField name="starter" label="Start from" choices={starters} />
    </FormDialog>
  );
}
