import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { api } from "../api/api.ts";
import { noticeLoss } from "../api/connection.ts";
import { session } from "../api/session.ts";
import { ErrorNote } from "../components/error-note.tsx";

const SignIn = lazy(() => import("./sign-in.tsx"));
const NewPassword = lazy(() => import("./new-password.tsx"));

/** Takes the one-time token out of the address, so that neither history nor a copied URL keeps it. */
function takeLinkToken(): string | null {
  const token = /^#link=([\w.-]+)$/.exec(window.location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, "", window.location.pathname + window.location.search);
  return token;
}

const linkToken = takeLinkToken();

/** Lets in who is signed in, and has everybody else sign in first. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = session.use();
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    const ask = async () => {
      try {
        if (linkToken !== null && session.get().kind === "unknown")
          await api.loginWithLink({ body: { token: linkToken } });
        session.begin(await api.getMe());
      } catch (error) {
        if ((error as { status?: number }).status === 401 || (error as { status?: number }).status === 403)
          session.leave();
        else {
          setFailure(error as Error);
          noticeLoss(() => {
            setFailure(null);
            void ask();
          });
        }
      }
    };
    void ask();
  }, []);

  if (failure) {
    return (
      <main className="mx-auto grid min-h-dvh max-w-md content-center p-4">
        <h1 className="mb-3 text-lg font-semibold">Ferrule does not answer yet</h1>
        <ErrorNote error={failure} />
      </main>
    );
  }
  if (state.kind === "unknown") return <div role="status" aria-label="Loading" />;
  if (state.kind === "signed-out") {
    return (
      <Suspense>
        <SignIn linkFailed={linkToken !== null} />
      </Suspense>
    );
  }
  if (state.me.user.mustChangePassword) {
    return (
      <Suspense>
        <NewPassword />
      </Suspense>
    );
  }
  return children;
}
