import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { CheckChoice } from "./check-choice.tsx";
import { PeopleChoice } from "./people-choice.tsx";
import { SignInScopes } from "./sign-in-scopes.tsx";

interface SignInOptionsProps {
  value: OauthPolicy;
  /** The tools or routes bound here. */
  targets: readonly string[];
  onChange: (next: OauthPolicy) => void;
}

/** How people sign in to an endpoint, in words that require no knowledge of RFCs. */
export function SignInOptions({ value, targets, onChange }: SignInOptionsProps) {
  const set = (change: Partial<OauthPolicy>) => onChange({ ...value, ...change });
  return (
    <div className="grid gap-3">
      <CheckChoice
        label="API keys work too"
        detail="For programs that cannot sign a person in. They use the same address."
        checked={value.keys}
        onChange={(keys) => set({ keys })}
      />
      <CheckChoice
        label="Programs that a website vouches for"
        detail="The program names a web address that describes it. Newer assistants do this. The person sees that address before they allow anything."
        checked={value.documents}
        onChange={(documents) => set({ documents })}
      />
      <CheckChoice
        label="Programs that register themselves"
        detail="Older assistants need this. Nobody checks the name that such a program gives itself, and the sign-in page says so."
        checked={value.registration}
        onChange={(registration) => set({ registration })}
      />
      <PeopleChoice value={value.issuers} onChange={(issuers) => set({ issuers })} />
      <SignInScopes value={value.scopes} targets={targets} onChange={(scopes) => set({ scopes })} />
      {value.scopes.length > 0 && (
        <CheckChoice
          label="Ask for them only when a call needs one"
          detail="The person then allows less at first. Older programs cannot ask again, so these permissions stay closed to them."
          checked={value.ask === "when-needed"}
          onChange={(later) => set({ ask: later ? "when-needed" : "at-sign-in" })}
        />
      )}
    </div>
  );
}
