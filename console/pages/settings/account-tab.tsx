import { accountOperations } from "@ferrule/contract/operations/account.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { session, useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { roleTexts } from "../../components/role-texts.ts";
import { Segmented } from "../../components/segmented.tsx";
import { ShortId } from "../../components/short-id.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { theme, type Theme } from "../../shell/theme.ts";

const schema = accountOperations.changePassword.body;

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Who one is here, the password, and how the console looks. */
export function AccountTab() {
  const { user } = useMe();
  const [changes, setChanges] = useState(0);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="You">
        <Facts
          items={[
            ["Name", user.name],
            ["Email", user.email],
            [
              "Role",
              <span key="role" className="grid">
                {roleTexts[user.role].label}
                <span className="text-xs text-muted">{roleTexts[user.role].text}</span>
              </span>,
            ],
            ["Signed in", user.lastLoginAt === null ? "never" : <Time key="last" at={user.lastLoginAt} />],
            ["Id", <ShortId key="id" id={user.id} label="Copy your id" />],
            [
              "Theme",
              <span key="theme" className="inline-block">
                <Segmented label="Theme" value={theme.use()} choices={themes} onChange={(next) => theme.set(next)} />
              </span>,
            ],
          ]}
        />
        <p className="mt-3 text-xs text-muted">An owner or an admin changes name and role, under Users.</p>
      </Card>
      <Card title="Password">
        <p className="mb-4 text-sm text-muted">Every other session of yours ends. API tokens stay.</p>
        <SchemaForm
          key={changes}
          schema={schema}
          initial={{ currentPassword: "", newPassword: "" }}
          onSubmit={async (values) => {
            await api.changePassword({ body: schema.parse(values) });
            session.begin(await api.getMe());
            toast("The password was changed", "All other sessions have ended.");
            setChanges((count) => count + 1);
          }}
        >
          {({ isSubmitting }) => (
            <>
              <PasswordField name="currentPassword" label="Present password" autoComplete="current-password" />
              <PasswordField
                name="newPassword"
                label="New password"
                hint="At least 12 characters; neither common nor your address."
                autoComplete="new-password"
              />
              <div>
                <Button kind="primary" type="submit" busy={isSubmitting}>
                  Change password
                </Button>
              </div>
            </>
          )}
        </SchemaForm>
      </Card>
    </div>
  );
}
