import type { SignedIn } from "../api/session.ts";
import { session } from "../api/session.ts";
import { queryClient } from "../api/query-client.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Over the page when the session has ended: what was typed stays where it is. */
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
      <SignInForm email={me.user.email} onSignedIn={() => void queryClient.invalidateQueries()} />
    </Dialog>
  );
}
