import { accountOperations } from "@ferrule/contract/operations/account.ts";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useMe } from "../../../api/session.ts";
import { SelectField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ShownOnceDialog } from "../../../components/overlay/shown-once.tsx";
import { TokenRights } from "./token-rights.tsx";

const dayMs = 86_400_000;

const schema = accountOperations.createToken.body
  .omit({ expiresAt: true, scopes: true })
  .extend({ days: z.string(), use: z.enum(["programs", "read", "develop", "release"]) });

/** The scopes of a token for an agent, by its use; none for programs, whose token also works at the management API. */
const scopesOf = {
  programs: undefined,
  read: ["read"],
  develop: ["read", "write", "deploy"],
  release: ["read", "write", "deploy", "release"],
} as const;

interface NewTokenProps {
  onClose: () => void;
}

/** Creates an API token, then shows its value once. */
export function NewToken({ onClose }: NewTokenProps) {
  const { user, activeProject } = useMe();
  const [made, setMade] = useState<{ name: string; value: string } | null>(null);
  if (made)
    return (
      <ShownOnceDialog title={`${made.name} was created`} label="API token" value={made.value} onClose={onClose}>
        Copy it now. It is not shown again. Send it as <Mono>Authorization: Bearer …</Mono> to the management API.
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title="New API token"
      description="For CI and scripts. It acts as you in one Project, with the role you choose and never more than your own."
      submit="Create token"
      schema={schema}
      initial={{ name: "", projectId: activeProject?.id ?? "", role: user.role, days: "90", use: "programs" }}
      onSubmit={async (values) => {
        const { days, use, ...body } = schema.parse(values);
        const scopes = scopesOf[use];
        const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString();
        const { name, value } = await api.createToken({
          body: { ...body, expiresAt, ...(scopes === undefined ? {} : { scopes: [...scopes] }) },
        });
        setMade({ name, value });
      }}
    >
      <TextField name="name" label="Name" hint="What will use it, for example Shop CI." autoFocus />
      <SelectField
        name="use"
        label="What may use it"
        choices={[
          { value: "programs", label: "A program, at the management API" },
          { value: "read", label: "An agent that only reads" },
          { value: "develop", label: "An agent that develops and deploys to Development" },
          { value: "release", label: "An agent that also releases, once a person has confirmed" },
        ]}
      />
      <TokenRights />
    </FormDialog>
  );
}
