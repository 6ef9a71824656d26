import { csrfTokenIn, readDocumentCookie } from "@ferrule/contract/cookie-jar.ts";
import { useEffect, useState, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { noticeLoss } from "../../api/connection.ts";
import { callBeforeSession } from "../../api/front-api.ts";
import { session, type SignedIn } from "../../api/session.ts";
import { FrontError } from "./front-error.tsx";
import { ownConsentsPath } from "./own-consents-path.ts";
import { isOfCaller, takeProviderAnswer } from "./provider-sign-in.ts";
import { SignIn, type SignInPage } from "./sign-in.tsx";

const loading = <div role="status" aria-label="Loading" />;

const CallerDoor = lazyPart(() => import("./caller-door.tsx"), "default", loading);
const NewPassword = lazyPart(() => import("./new-password.tsx"));

/** Removes the one-time token from the address, so that neither history nor a copied URL keeps it. */
function takeLinkToken(): string | null {
  const token = /^#link=([\w.-]+)$/.exec(window.location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, "", window.location.pathname + window.location.search);
  return token;
}

const linkToken = takeLinkToken();
const providerAnswer = takeProviderAnswer();

/**
 * Whether there may be a session: the token cookie, which scripts can read, is set and removed together with the
 * session cookie, which they cannot.
 */
export const mayBeSignedIn = (): boolean =>
  linkToken !== null || providerAnswer !== null || csrfTokenIn(readDocumentCookie) !== undefined;

/**
 * Finds who is signed in: the link's user, the session's, or nobody. Without a sign of a session, it makes no request.
 */
async function findOut(): Promise<SignedIn | null> {
  if (linkToken !== null && session.get().kind === "unknown") {
    try {
      return await callBeforeSession("loginWithLink", { token: linkToken });
    } catch (error) {
      if (![401, 403].includes((error as { status?: number }).status ?? 0)) throw error;
    }
  }
  if (providerAnswer !== null && session.get().kind === "unknown") {
    if (!isOfCaller(providerAnswer)) return callBeforeSession("completeProviderSignIn", providerAnswer);
    const { callAsCaller } = await import("../../api/caller-api.ts");
    await callAsCaller("completeCallerSignIn", { body: providerAnswer });
  }
  if (csrfTokenIn(readDocumentCookie) === undefined) return null;
  return (await callBeforeSession("getSession")).signedIn;
}

/**
 * The page on which callers without an account see and end their consents. People with an account are sent to their own
 * page.
 */
const allowedPath = "/allowed";

interface SessionGateProps {
  /** Preloads the pages behind the gate. */
  onBegun: () => void;
  children: ReactNode;
}

/** Begins or ends the session when the page opens. Tries again after a failure, and reports a provider's refusal. */
function useSessionStart(): { failure: Error | null; refusal: string | null } {
  const [failure, setFailure] = useState<Error | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const ask = async () => {
      try {
        const signedIn = await findOut();
        if (!signedIn) return session.leave();
        if (window.location.pathname === allowedPath) history.replaceState(null, "", ownConsentsPath);
        session.begin(signedIn);
      } catch (error) {
        if (providerAnswer !== null && ((error as { status?: number }).status ?? 500) < 500) {
          setRefusal((error as Error).message);
          return session.leave();
        }
        setFailure(error as Error);
        noticeLoss(() => {
          setFailure(null);
          void ask();
        });
      }
    };
    void ask();
  }, []);
  return { failure, refusal };
}

/** Lets signed-in users in, and makes everybody else sign in first. */
export function SessionGate({ onBegun, children }: SessionGateProps) {
  const state = session.use();
  const { failure, refusal } = useSessionStart();
  if (failure) {
    return (
      <main className="mx-auto grid min-h-dvh max-w-md content-center p-4">
        <h1 className="mb-3 text-lg font-semibold">Ferrule is not responding yet</h1>
        <FrontError error={failure} />
      </main>
    );
  }
  if (state.kind === "unknown") return loading;
  if (window.location.pathname === allowedPath) {
    return <CallerDoor refusal={refusal} />;
  }
  if (state.kind === "signed-out") {
    const signIn: SignInPage = (asked) => (
      <SignIn linkFailed={linkToken !== null} providerFailed={refusal} onBegun={onBegun} asked={asked} />
    );
    if (window.location.pathname !== "/consent") return signIn();
    return <CallerDoor refusal={refusal} signIn={signIn} />;
  }
  if (state.me.user.mustChangePassword || state.me.choosePassword === "now") {
    return <NewPassword />;
  }
  return children;
}
