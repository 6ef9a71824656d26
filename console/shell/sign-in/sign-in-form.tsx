import { useState } from "react";
import { callBeforeSession } from "../../api/front-api.ts";
import { session } from "../../api/session.ts";
import { inputClass } from "../../components/input-class.ts";
import { textOf } from "../../components/form/text-of.ts";
import { PlainButton } from "../../components/button/plain-button.tsx";
import { FrontError } from "./front-error.tsx";

interface SignInFormProps {
  /** The user who must sign in again; it cannot be edited. */
  email?: string;
  onSignedIn?: () => void;
  /** Called on the first key press in the form. */
  onBegun?: () => void;
}

/** Email and password, marked so that password managers find both. */
export function SignInForm({ email, onSignedIn, onBegun }: SignInFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const signIn = async (data: FormData) => {
    setBusy(true);
    setError(null);
    try {
      session.begin(
        await callBeforeSession("login", { email: textOf(data, "email"), password: textOf(data, "password") }),
      );
      onSignedIn?.();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <form
      className="grid gap-4"
      onInput={onBegun}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void signIn(new FormData(event.currentTarget));
      }}
    >
      <label className="grid gap-1.5 text-sm font-medium">
        Email
        <input
          className={inputClass}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          readOnly={email !== undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do in what has just opened
          autoFocus={email === undefined}
        />
      </label>
      <label className="grid gap-1.5 text-sm font-medium">
        Password
        <input
          className={inputClass}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do in what has just opened
          autoFocus={email !== undefined}
        />
      </label>
      {error && <FrontError error={error} />}
      <PlainButton kind="primary" type="submit" busy={busy} className="w-full">
        Sign in
      </PlainButton>
    </form>
  );
}
