import { TriangleAlert } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { callBeforeSession } from "../../api/front-api.ts";
import { PlainButton } from "../../components/button/plain-button.tsx";
import { FrontDoor } from "./front-door.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** The parts of the sign-in page about the program that sent the user here, and the program's sign-in buttons. */
export interface SignInFor {
  about: ReactNode;
  providers: ReactNode;
}

/** The sign-in page, for a program or for the console. */
export type SignInPage = (asked?: SignInFor) => ReactNode;

interface SignInProps {
  linkFailed: boolean;
  /** Why signing in through a provider failed. */
  providerFailed: string | null;
  onBegun: () => void;
  asked?: SignInFor | undefined;
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mb-4 flex gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn"
  >
    <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
    {children}
  </p>
);

/** The available ways to sign in. Email and password until the server has responded, or if it does not. */
function useOptions() {
  const [options, setOptions] = useState<{ local: boolean; providers: { id: string; name: string }[] }>({
    local: true,
    providers: [],
  });
  useEffect(() => {
    let isGone = false;
    callBeforeSession("getSignInOptions").then(
      (answer) => isGone || setOptions(answer),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return options;
}

/**
 * The first page for a user who is not signed in. The address stays, so that the requested page opens after signing in.
 */
export function SignIn({ linkFailed, providerFailed, onBegun, asked }: SignInProps) {
  const { local, providers } = useOptions();
  const buttons =
    asked === undefined ? providers.length > 0 && <ProviderButtons providers={providers} /> : asked.providers;
  const [wantsPassword, setWantsPassword] = useState(false);
  return (
    <FrontDoor title="Sign in">
      {linkFailed && (
        <Warning>
          This link was already used, is too old, or your password has changed since it was made. Ask an owner or admin
          for a new one. If you are the only owner, run <code>ferrule user link</code> on the machine, or restart
          Ferrule.
        </Warning>
      )}
      {providerFailed !== null && <Warning>{providerFailed}</Warning>}
      {asked?.about}
      {buttons && <div className="mb-4 grid gap-4 border-b border-line pb-4">{buttons}</div>}
      {local || wantsPassword ? (
        <SignInForm onBegun={onBegun} />
      ) : (
        <PlainButton kind="quiet" className="w-full" onClick={() => setWantsPassword(true)}>
          Use a password
        </PlainButton>
      )}
      <p className="mt-4 border-t border-line pt-4 text-xs text-muted">
        {local ? (
          <>
            On a machine started with <code className="font-mono">npm start</code>, the terminal shows a one-time link,
            and at the first start the owner's email and password.
          </>
        ) : (
          <>Passwords are only for the owner who may sign in when your company's sign-in does not work.</>
        )}
      </p>
    </FrontDoor>
  );
}
