import { useState } from "react";
import { api } from "../../api/api.ts";
import { session, useMe } from "../../api/session.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { inputClass } from "../../components/input-class.ts";
import { textOf } from "../../components/form/text-of.ts";
import { FrontDoor } from "./front-door.tsx";

const shortest = 12;

/** The first page for a user whose password somebody else chose, or who came by an invite link and has no password. */
export default function NewPassword() {
  const { user, choosePassword } = useMe();
  const hasNone = choosePassword !== null;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const change = async (data: FormData) => {
    setBusy(true);
    setError(null);
    try {
      const present = hasNone ? {} : { currentPassword: textOf(data, "current") };
      await api.changePassword({ body: { ...present, newPassword: textOf(data, "new") } });
      session.begin(await api.getMe());
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <FrontDoor title={hasNone ? `Welcome, ${user.name}` : "Choose your password"}>
      <p className="mb-4 text-sm text-muted">
        {hasNone
          ? `Choose a password for ${user.email}. Your sign-in link will not work again.`
          : `Someone else knows the current password of ${user.email}. Changing it ends all other sessions of this account.`}
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void change(new FormData(event.currentTarget));
        }}
      >
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        {!hasNone && (
          <label className="grid gap-1.5 text-sm font-medium">
            Current password
            <input className={inputClass} name="current" type="password" autoComplete="current-password" required />
          </label>
        )}
        <label className="grid gap-1.5 text-sm font-medium">
          {hasNone ? "Password" : "New password"}
          <input
            className={inputClass}
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={shortest}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do in what has just opened
            autoFocus={hasNone}
          />
          <span className="text-xs font-normal text-muted">At least {shortest} characters.</span>
        </label>
        {error && <ErrorNote error={error} />}
        <Button kind="primary" type="submit" busy={busy} className="w-full">
          {hasNone ? "Set password" : "Change password"}
        </Button>
      </form>
    </FrontDoor>
  );
}
