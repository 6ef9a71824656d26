import { Lock, ShieldCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { PasswordField } from "../../components/form/password-field.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";
import { NotAllowed } from "../../components/not-allowed.tsx";
import { Note } from "../../components/note.tsx";
import { roleTexts } from "../../components/role-texts.ts";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { ShownOnce } from "../../components/overlay/shown-once.tsx";
import { TextFilter } from "../../components/filter/text-filter.tsx";
import { Row, Samples } from "./sample.tsx";

const schema = z.object({ role: z.string(), password: z.string(), value: z.string() });

const roles = (["admin", "developer"] as const).map((role) => ({
  value: role,
  label: roleTexts[role].label,
  detail: roleTexts[role].text,
}));

/** Private values, forbidden actions, and notes. */
export function PrivateSamples() {
  const [text, setText] = useState("");
  return (
    <Samples title="Private, forbidden, notes">
      <Row>
        <SearchBox label="Search samples" value={text} onChange={setText} />
        <TextFilter
          label="Prefix"
          value={text}
          onChange={setText}
          problemOf={(value) => (value.includes(" ") ? "must hold no space" : undefined)}
        />
      </Row>
      <SchemaForm
        schema={schema}
        initial={{ role: "developer", password: "", value: "" }}
        onSubmit={() => Promise.resolve()}
      >
        <RadioField
          name="role"
          label="Role"
          choices={[
            ...roles,
            {
              value: "owner",
              label: "Owner",
              detail: roleTexts.owner.text,
              disabledReason: "Only an owner can add an owner.",
            },
          ]}
        />
        <PasswordField name="password" label="First password" autoComplete="new-password" generate />
        <SecretField name="value" label="Value" />
      </SchemaForm>
      <ShownOnce label="sample key" value="fer_key_0m4h2k7q9v1c3x5z8b6n4m2">
        Copy it now: it is not shown again.
      </ShownOnce>
      <Note icon={Lock} title="Notes">
        Nothing is wrong.
      </Note>
      <Note tone="good" icon={ShieldCheck} title="Success">
        65 sealed events are unchanged.
      </Note>
      <Note tone="warn" icon={TriangleAlert} title="Warning">
        Version 3 was saved after you started editing.
      </Note>
      <Note tone="bad" icon={TriangleAlert} title="Error">
        2 of 4 records do not match.
      </Note>
      <NotAllowed
        title="Only owners and admins can view the audit log"
        reason="Your role (Developer) does not allow this. Owner or Admin can."
      />
    </Samples>
  );
}
