import { userOperations } from "@ferrule/contract/operations/users.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { useMe } from "../../api/session.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { RadioField } from "../../components/form/radio-field.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { ShownOnceDialog } from "../../components/overlay/shown-once.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { InviteShown } from "./invite-shown.tsx";
import { roleChoices } from "./role-choices.ts";

const { body } = userOperations.createUser;
const schemas = { link: body.omit({ password: true }).strip(), password: body.required({ password: true }) };
type Way = keyof typeof schemas;

const ways = choicesOf<Way>({ link: "Invite link", password: "First password" });

type Made = { email: string } & ({ password: string } | { invitation: AnswerOf<"inviteUser"> });

/** How the user signs in the first time. */
const SignInFields = ({ way, onChange }: { way: Way; onChange: (way: Way) => void }) => (
  <>
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        Sign-in
      </span>
      <Segmented label="Sign-in" value={way} choices={ways} onChange={onChange} />
      {way === "link" && (
        <p className="text-xs text-muted">You get a link to send. It works once and expires in 24 hours.</p>
      )}
    </div>
    {way === "password" && (
      <PasswordField
        name="password"
        label="First password"
        hint="At least 12 characters."
        autoComplete="new-password"
        generate
      />
    )}
  </>
);

/** Creates a user, then shows the invite link, or the first password, once. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const [way, setWay] = useState<Way>("link");
  const [made, setMade] = useState<Made | null>(null);
  if (made && "invitation" in made)
    return <InviteShown title={`${made.email} is invited`} invitation={made.invitation} onClose={onClose} />;
  if (made)
    return (
      <ShownOnceDialog
        title={`${made.email} was created`}
        label="first password"
        value={made.password}
        onClose={onClose}
      >
        Send it to them. It is not shown again, and it only lets them sign in and choose a new password.
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title="New user"
      description="Roles apply in every Project. They choose their own password when they first sign in."
      submit={way === "link" ? "Create and get link" : "Create user"}
      taken="email"
      schema={schemas[way]}
      initial={{ email: "", name: "", role: "developer", password: "" }}
      onSubmit={async (values) => {
        const user = schemas[way].parse(values);
        const { id, email } = await api.createUser({ body: user });
        if ("password" in user && typeof user.password === "string") return setMade({ email, password: user.password });
        try {
          setMade({ email, invitation: await api.inviteUser({ params: { userId: id } }) });
        } catch (error) {
          // The user was created nevertheless; the list can create a link.
          toastError(error as Error);
          onClose();
        }
      }}
    >
      <TextField name="email" label="Email" type="email" autoFocus />
      <TextField name="name" label="Name" />
      <RadioField name="role" label="Role" choices={roleChoices(user.role)} />
      <SignInFields way={way} onChange={setWay} />
    </FormDialog>
  );
}
