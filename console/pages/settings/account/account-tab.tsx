import { accountOperations } from "@ferrule/contract/operations/account.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { session, useMe } from "../../../api/session.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { Card, Facts } from "../../../components/card.tsx";
import { PasswordField } from "../../../components/form/password-field.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { roleTexts } from "../../../components/role-texts.ts";
import { Segmented } from "../../../components/button/segmented.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { theme, type Theme } from "../../../shell/page/theme.ts";
import { SubmitButton } from "../../../components/form/submit-button.tsx";

const { body } = accountOperations.changePassword;
/** Asks for the current password, unless the user has never chosen one. */
const change = body.required({ currentPassword: true });
const choose = body.omit({ currentPassword: true }).strip();

const themes: readonly { value: Theme; label: string }[] = choicesOf({
  system: "System",
  light: "Light",
  dark: "Dark",
});

function You() {
  const { user } = useMe();
  return (
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
          ["Signed in", <Time key="last" at={user.lastLoginAt} />],
          ["Id", <ShortId key="id" id={user.id} label="Copy your id" />],
          [
            "Theme",
            <span key="theme" className="inline-block">
              <Segmented label="Theme" value={theme.use()} choices={themes} onChange={(next) => theme.set(next)} />
            </span>,
          ],
        ]}
      />
      <p className="mt-3 text-xs text-muted">Owners and admins can change names and roles under Users.</p>
    </Card>
  );
}

function Password() {
  const hasNone = useMe().choosePassword !== null;
  const [changes, setChanges] = useState(0);
  const schema = hasNone ? choose : change;
  return (
    <Card title="Password">
      <p className="mb-4 text-sm text-muted">
        {hasNone ? "You signed in with a one-time link and have not set a password yet. " : ""}
        This ends all your other sessions. API tokens keep working.
      </p>
      <SchemaForm
        key={changes}
        schema={schema}
        initial={{ currentPassword: "", newPassword: "" }}
        onSubmit={async (values) => {
          await api.changePassword({ body: schema.parse(values) });
          session.begin(await api.getMe());
          toast(hasNone ? "The password is set" : "The password was changed", "All your other sessions have ended.");
          setChanges((count) => count + 1);
        }}
      >
        {!hasNone && <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />}
        <PasswordField
          name="newPassword"
          label="New password"
          hint="At least 12 characters. Not a common password or your email address."
          autoComplete="new-password"
        />
        <SubmitButton>{hasNone ? "Set password" : "Change password"}</SubmitButton>
      </SchemaForm>
    </Card>
  );
}

/** The user's own account, the password, and the console's theme. */
export const AccountTab = () => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    <You />
    <Password />
  </div>
);
