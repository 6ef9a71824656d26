import type { SignedIn } from "../../api/session.ts";
import { session } from "../../api/session.ts";
import { queryClient } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Signing in through a provider loads the page again. What was typed into dialogs comes back, but no secrets. */
function ProvidersAgain() {
  const { data } = useOperation("getSignInOptions", {});
  if (data === undefined || data.providers.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2 border-b border-line pb-4">
      <ProviderButtons providers={data.providers} />
      <p className="text-xs text-muted">
        This opens the page again. What you typed into a dialog comes back, except secrets.
      </p>
    </div>
  );
}

/** Shown over the page when the session has ended: the user's input stays in place. */
export function SignInAgain({ me }: { me: SignedIn }) {
  return (
    <Dialog
      open
      size="sm"
      title="Your session has ended"
      description="Sign in again to continue. What you typed is still here."
      footer={
        <Button kind="quiet" onClick={() => session.leave()}>
          Sign in as someone else
        </Button>
      }
    >
      <ProvidersAgain />
      <SignInForm email={me.user.email} onSignedIn={() => void queryClient.invalidateQueries()} />
    </Dialog>
  );
}
