import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useMe } from "../../api/session.ts";
import { createStore } from "../../api/store.ts";
import { Button } from "../../components/button/button.tsx";

/** Hides the banner until the page is reloaded. */
const isPutOff = createStore(false);

/** Asks the first owner, who signed in through a printed link, to choose a password. */
export function PasswordBanner() {
  const { choosePassword } = useMe();
  if (isPutOff.use() || choosePassword !== "later") return null;
  return (
    <section
      aria-label="Your password"
      className="flex print:hidden! flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-2 text-sm md:px-7"
    >
      <KeyRound aria-hidden size={16} className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">You signed in with a one-time link. Set a password for next time.</p>
      <Link to="/settings" className="link font-medium">
        Set a password
      </Link>
      <Button kind="quiet" size="sm" onClick={() => isPutOff.set(true)}>
        Not now
      </Button>
    </section>
  );
}
