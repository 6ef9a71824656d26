import { runtimeEndpointOperations } from "@ferrule/contract/operations/runtime-endpoints.ts";
import { endpointKinds } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { NameAndSlug } from "../../components/form/name-and-slug.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { useFormApi } from "../../components/form/schema-form.tsx";
import { kindNames } from "./endpoint.ts";

const schema = z.object({
  kind: z.enum(endpointKinds),
  name: z.string().trim().min(1, "Enter a name."),
  slug: runtimeEndpointOperations.createRuntimeEndpoint.body.shape.slug,
});

const details = {
  mcp: "Tools for agents: Claude, Cursor, VS Code and any other MCP client",
  http: "Routes for services and web pages, called with plain JSON requests",
};
const kinds = endpointKinds.map((kind) => ({ value: kind, label: kindNames[kind], detail: details[kind] }));

/** The name and slug, and the resulting address. */
function NameAndAddress() {
  const form = useFormApi();
  const environments = useOperation("listEnvironments", {});
  return (
    <form.Subscribe selector={({ values }) => values as z.infer<typeof schema>}>
      {({ kind, slug }) => {
        const base = environments.data?.items.find(({ name }) => name === "production")?.urls[kind];
        return (
          <>
            <NameAndSlug
              placeholder={kind === "mcp" ? "Shop assistant" : "Shop API"}
              slugHint="Part of the address. It cannot be changed later."
            />
            <div className="grid gap-1 text-xs text-muted">
              Address in Production
              <code className="rounded-md bg-sunken px-2 py-1.5 font-mono break-all text-ink">
                {base === undefined ? "…" : `${base}/${slug || "slug"}`}
              </code>
            </div>
          </>
        );
      }}
    </form.Subscribe>
  );
}

/** Asks for kind and name, shows the resulting address, then opens the page where Functions are bound. */
export function NewEndpoint({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useAction("createRuntimeEndpoint", {
    onSuccess: ({ id }) =>
      void navigate({
        to: "/endpoints/$endpointId",
        params: { endpointId: id },
        search: { tab: "bindings", binding: "new" },
      }),
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="New endpoint"
      submit="Create endpoint"
      schema={schema}
      taken="slug"
      initial={{ kind: "mcp", name: "", slug: "" }}
      onSubmit={(values) => create.mutateAsync({ body: schema.parse(values) })}
    >
      <RadioField name="kind" label="Kind" choices={kinds} />
      <NameAndAddress />
    </FormDialog>
  );
}
