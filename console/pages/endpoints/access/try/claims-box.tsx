import { Labelled } from "../../../../components/form/labelled.tsx";
import { unsizedInputClass } from "../../../../components/input-class.ts";
import { claimChoices } from "./claim-choices.ts";
import { decodedToken, readClaims } from "./claims.ts";
import type { Policy } from "../policy-sentence.ts";

export interface Entered {
  text: string;
  /** The claims come from a pasted token. */
  isPasted: boolean;
}

interface ClaimsBoxProps {
  policy: Policy;
  value: Entered;
  onChange: (next: Entered) => void;
}

/** The claims of a caller: ticked, typed, or decoded from a pasted token. The page then forgets the token. */
export function ClaimsBox({ policy, value, onChange }: ClaimsBoxProps) {
  const read = readClaims(value.text);
  const choices = claimChoices(policy).slice(0, 60);
  const enter = (text: string) => {
    const token = decodedToken(text);
    if (token !== null && "text" in token) onChange({ text: token.text, isPasted: true });
    else onChange({ text, isPasted: value.isPasted && text.trim() !== "" });
  };
  return (
    <div className="grid gap-2">
      {choices.length > 0 && "claims" in read && (
        <fieldset>
          <legend className="text-sm font-medium">The caller has</legend>
          <div className="mt-1 flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
            {choices.map((choice) => (
              <label key={choice.label} className="flex min-h-7 min-w-0 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  checked={choice.isIn(read.claims)}
                  onChange={({ target }) => {
                    const next = target.checked ? choice.add(read.claims) : choice.remove(read.claims);
                    onChange({ ...value, text: JSON.stringify(next, null, 2) });
                  }}
                />
                <span className="min-w-0 break-words">{choice.label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Labelled
        label="Token or claims"
        late
        problem={"problem" in read ? read.problem : null}
        hint="Paste a token, and your browser reads its claims. The token itself is not sent or kept. The signature is not checked here: the answer is for a token that is genuine."
      >
        {(control) => (
          <textarea
            {...control}
            className={`${unsizedInputClass} h-40 w-full py-1.5 font-mono text-xs`}
            value={value.text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => enter(target.value)}
          />
        )}
      </Labelled>
    </div>
  );
}
