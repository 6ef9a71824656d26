import { ApiError } from "@ferrule/contract/api-error.ts";
import { useEffect, useState, type ReactNode } from "react";
import { callAsCaller } from "../api/caller-api.ts";
import { PlainButton } from "../components/plain-button.tsx";
import { CallerConsent } from "../pages/consent/caller-consent.tsx";
import { CallerGrants } from "../pages/consent/caller-grants.tsx";
import { FrontDoor } from "./front-door.tsx";
import { FrontError } from "./front-error.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { leaveFor } from "./provider-sign-in.ts";

type CallerSession = Awaited<ReturnType<typeof callAsCaller<"getCallerSession">>>;

const goAsCaller = async (providerId: string): Promise<void> =>
  leaveFor((await callAsCaller("beginCallerSignIn", { params: { providerId } })).url);

const Buttons = ({ providers, children }: Pick<CallerSession, "providers"> & { children: ReactNode }) => (
  <div className="grid gap-2">
    <p className="text-sm text-muted">{children}</p>
    <ProviderButtons providers={providers} onGo={goAsCaller} />
  </div>
);

interface CallerFrameProps {
  title: string;
  who: string;
  onLeave: () => void;
  children: ReactNode;
}

/** The frame of a page that a caller has signed in to: who they are, and the way out. */
function CallerFrame({ title, who, onLeave, children }: CallerFrameProps) {
  useEffect(() => {
    document.title = `${title} · Ferrule`;
  }, [title]);
  return (
    <main className="mx-auto grid max-w-2xl gap-4 p-4 sm:py-8">
      <header className="flex items-center gap-2.5 border-b border-line pb-3">
        <img src="/ferrule.svg" alt="" width={28} height={28} />
        <p className="min-w-0 grow text-sm">
          <span className="block font-semibold tracking-tight">Ferrule</span>
          <span className="block break-words text-muted">{who}</span>
        </p>
        <PlainButton onClick={onLeave}>Sign out</PlainButton>
      </header>
      {children}
    </main>
  );
}

/**
 * What somebody without an account sees: on the consent page, the sign-in with a provider and then the question; elsewhere, the
 * programs that they allowed. `signIn` is the page of everybody else, which the buttons are shown on.
 */
export default function CallerDoor({
  refusal,
  signIn,
}: {
  refusal: string | null;
  signIn?: (callers?: ReactNode) => ReactNode;
}) {
  const [found, setFound] = useState<CallerSession | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    callAsCaller("getCallerSession").then(setFound, (failure: unknown) => setError(failure as Error));
  }, []);
  if (found === null)
    return signIn?.() ?? <FrontDoor title="Allowed programs">{error && <FrontError error={error} />}</FrontDoor>;
  const { caller, providers } = found;
  if (caller === null) {
    if (signIn !== undefined) {
      return signIn(
        providers.length > 0 && (
          <div className="mt-4 border-t border-line pt-4">
            <Buttons providers={providers}>No account here? Sign in where you have one, only for this program.</Buttons>
          </div>
        ),
      );
    }
    return (
      <FrontDoor title="Allowed programs">
        {refusal !== null && <p role="alert">{refusal}</p>}
        <Buttons providers={providers}>
          {providers.length === 0
            ? "Nobody signs in here without an account."
            : "Sign in as you did when you allowed a program."}
        </Buttons>
      </FrontDoor>
    );
  }
  const leave = () => {
    const reload = () => window.location.reload();
    // People who are signed out already have what they asked for.
    const fail = (failure: unknown) =>
      failure instanceof ApiError && failure.status === 401 ? reload() : setError(failure as Error);
    callAsCaller("deleteCallerSession").then(reload, fail);
  };
  const who = caller.email ?? caller.name ?? caller.provider;
  return (
    <CallerFrame
      title={signIn === undefined ? "Allowed programs" : "Sign-in of a program"}
      who={`You signed in with ${caller.provider} as ${who}.`}
      onLeave={leave}
    >
      {signIn === undefined ? <CallerGrants /> : <CallerConsent who={who} />}
      {error && <FrontError error={error} />}
    </CallerFrame>
  );
}
