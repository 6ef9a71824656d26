import { TriangleAlert } from "lucide-react";
import { FrontDoor } from "./front-door.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** The first page of somebody who is not signed in. The address stays: after signing in, the page asked for opens. */
export function SignIn({ linkFailed, onBegun }: { linkFailed: boolean; onBegun: () => void }) {
  return (
    <FrontDoor title="Sign in">
      {linkFailed && (
        <p
          role="alert"
          className="mb-4 flex gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn"
        >
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          This link has expired or was already used. Ask the person who invited you for a new one. If you are the owner,
          restart Ferrule to print a new link.
        </p>
      )}
      <SignInForm onBegun={onBegun} />
      <p className="mt-4 border-t border-line pt-4 text-xs text-muted">
        On a machine started with <code className="font-mono">npm start</code>, the terminal shows a one-time link, and
        at the first start the owner's email and password.
      </p>
    </FrontDoor>
  );
}
