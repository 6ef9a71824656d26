import { ApiError } from "@ferrule/contract/api-error.ts";
import type { ConsentRequest } from "@ferrule/contract/resources/oauth.ts";
import { useEffect, useState, type ReactNode } from "react";
import { callAsCaller } from "../../api/caller-api.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { PlainButton } from "../../components/button/plain-button.tsx";
import { CallerConsent } from "../../pages/consent/caller-consent.tsx";
import { CallerGrants } from "../../pages/consent/caller-grants.tsx";
import { ConsentGone } from "../../pages/consent/consent-gone.tsx";
import { isGone } from "../../pages/consent/is-gone.ts";
import { WhoAsks } from "../../pages/consent/who-asks.tsx";
import { FrontDoor } from "./front-door.tsx";
import { FrontError } from "./front-error.tsx";
import { ownConsentsPath } from "./own-consents-path.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { goToProvider, leaveFor } from "./provider-sign-in.ts";
import type { SignInPage } from "./sign-in.tsx";

type CallerSession = Awaited<ReturnType<typeof callAsCaller<"getCallerSession">>>;

const goAsCaller = async (providerId: string): Promise<void> =>
  leaveFor((await callAsCaller("beginCallerSignIn", { params: { providerId } })).url);

interface CallerFrameProps {
  title: string;
  who: string;
  onLeave: () => void;
  children: ReactNode;
}

/** The frame of a page for a signed-in caller: their name, and the way out. */
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
 * The content of a program's request, until the request is over. If the server does not respond, people can sign in all
 * the same.
 */
function useConsentRequest(isAsked: boolean) {
  const [asked, setAsked] = useState<ConsentRequest | Error | null>(null);
  useEffect(() => {
    const request = new URLSearchParams(window.location.search).get("request") ?? "";
    if (isAsked) callAsCaller("getConsentRequest", { query: { request } }).then(setAsked, setAsked);
  }, [isAsked]);
  return asked;
}

/** The sign-in for a program: the program's name, the requested access, and each provider once. */
function SignInFor({ asked, signIn }: { asked: ConsentRequest; signIn: SignInPage }) {
  const { client, endpoint, redirectHost, providers } = asked;
  const go = (id: string) =>
    providers.some((one) => one.id === id && one.use === "callers") ? goAsCaller(id) : goToProvider(id);
  return signIn({
    about: (
      <div className="mb-4 grid gap-2 text-sm">
        <p className="break-words">
          <strong className="font-semibold">{client.name}</strong> wants to call{" "}
          <strong className="font-semibold">{endpoint.name}</strong>. Sign in to decide.
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs break-all">{endpoint.url}</code>
          <EnvironmentBadge environment={endpoint.environment} />
        </p>
        <p className="text-muted">
          <WhoAsks client={client} redirectHost={redirectHost} />
        </p>
      </div>
    ),
    providers: providers.length > 0 && <ProviderButtons providers={providers} onGo={go} />,
  });
}

/** The sign-in for a person without an account who wants to see the programs that they allowed. */
const AllowedDoor = ({ refusal, providers }: { refusal: string | null; providers: CallerSession["providers"] }) => (
  <FrontDoor title="Allowed programs">
    <div className="grid gap-3 text-sm">
      {refusal !== null && <p role="alert">{refusal}</p>}
      {providers.length > 0 && <p className="text-muted">Sign in as you did when you allowed a program.</p>}
      <ProviderButtons providers={providers} onGo={goAsCaller} />
      <p className="text-muted">
        {providers.length === 0 && "Nobody signs in here without an account. "}
        If you have an account here, your programs are{" "}
        <a className="text-accent underline" href={ownConsentsPath}>
          in your settings
        </a>
        .
      </p>
    </div>
  </FrontDoor>
);

/**
 * The pages for a person without an account. On the consent page, they sign in with a provider and then get the
 * question; elsewhere, they see the programs that they allowed. `signIn` is the page for everybody else, which shows
 * the program's request.
 */
export default function CallerDoor({ refusal, signIn }: { refusal: string | null; signIn?: SignInPage }) {
  const [found, setFound] = useState<CallerSession | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    callAsCaller("getCallerSession").then(setFound, (failure: unknown) => setError(failure as Error));
  }, []);
  const asked = useConsentRequest(signIn !== undefined);
  const isLoading = error === null && (found === null || (signIn !== undefined && asked === null));
  if (isLoading) return <div role="status" aria-label="Loading" />;
  if (asked instanceof Error && isGone(asked)) {
    return (
      <FrontDoor title="Sign-in of a program">
        <ConsentGone error={asked} />
      </FrontDoor>
    );
  }
  if (found === null || found.caller === null) {
    if (signIn !== undefined)
      return asked === null || asked instanceof Error ? signIn() : <SignInFor asked={asked} signIn={signIn} />;
    if (found !== null) return <AllowedDoor refusal={refusal} providers={found.providers} />;
    return <FrontDoor title="Allowed programs">{error && <FrontError error={error} />}</FrontDoor>;
  }
  const { caller } = found;
  const leave = () => {
    const reload = () => window.location.reload();
    // People who are already signed out have what they wanted.
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
