import { Building2 } from "lucide-react";
import { useState } from "react";
import { PlainButton } from "../../components/button/plain-button.tsx";
import { FrontError } from "./front-error.tsx";
import { goToProvider } from "./provider-sign-in.ts";

/** A sign-in button for each of the company's providers; the browser returns to this page signed in. */
export function ProviderButtons({
  providers,
  onGo = goToProvider,
}: {
  providers: readonly { id: string; name: string }[];
  onGo?: (providerId: string) => Promise<void>;
}) {
  const [left, setLeft] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const go = (id: string) => {
    setLeft(id);
    setError(null);
    onGo(id).catch((failure: unknown) => {
      setLeft(null);
      setError(failure as Error);
    });
  };
  return (
    <div className="grid gap-2">
      {providers.map(({ id, name }) => (
        <PlainButton key={id} icon={Building2} className="w-full" busy={left === id} onClick={() => go(id)}>
          Continue with {name}
        </PlainButton>
      ))}
      {error && <FrontError error={error} />}
    </div>
  );
}
