import { useState } from "react";
import { api } from "../api/api.ts";
import { session, useMe } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { inputClass } from "../components/form/input-class.ts";
import { textOf } from "../components/form/text-of.ts";
import { FrontDoor } from "./front-door.tsx";

const shortest = 12;

/** The first thing a user does whose password somebody else chose. */
export default function NewPassword() {
  const { user } = useMe();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const change = async (data: FormData) => {
    setBusy(true);
    setError(null);
    try {
      const body = { currentPassword: textOf(data, "current"), newPassword: textOf(data, "new") };
      await api.changePassword({ body });
      session.begin(await api.getMe());
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <FrontDoor title="Choose a password of your own">
      <p className="mb-4 text-sm text-muted">
        Somebody else knows the one of {user.email}. All other sessions of this account end.
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void change(new FormData(event.currentTarget));
        }}
      >
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <label className="grid gap-1.5 text-sm font-medium">
          Present password
          <input className={inputClass} name="current" type="password" autoComplete="current-password" required />
        </label>
        <label className="grid gap-1.5 text-sm font-medium">
          New password
          <input
            className={inputClass}
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={shortest}
            required
          />
          <span className="text-xs font-normal text-muted">At least {shortest} characters.</span>
        </label>
        {error && <ErrorNote error={error} />}
        <Button kind="primary" type="submit" busy={busy} className="w-full">
          Change password
        </Button>
      </form>
    </FrontDoor>
  );
}
