import { CheckChoice } from "./check-choice.tsx";
import { useCallerIssuers } from "./use-caller-issuers.ts";

interface PeopleChoiceProps {
  /** The issuers that the policy names. */
  value: readonly string[];
  onChange: (next: string[]) => void;
}

/**
 * The people who may sign in without an account here: those of each identity provider that admits callers, and those of
 * issuers that the policy names.
 */
export function PeopleChoice({ value, onChange }: PeopleChoiceProps) {
  const known = useCallerIssuers();
  const names = new Map(known.map(({ issuer, name }) => [issuer, name]));
  const all = [...new Set([...names.keys(), ...value])];
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">People without an account here</p>
      <p className="text-xs text-muted">
        {all.length === 0
          ? "No identity provider signs in people without an account. An owner can add one under Settings, Sign-in."
          : "People with an account here can always sign in. Choose whose people can, too."}
      </p>
      {all.map((issuer) => (
        <CheckChoice
          key={issuer}
          label={names.has(issuer) ? `People of ${names.get(issuer)}` : issuer}
          detail={names.has(issuer) ? issuer : "There is no identity provider of this issuer here."}
          checked={value.includes(issuer)}
          onChange={(checked) => onChange(checked ? [...value, issuer] : value.filter((one) => one !== issuer))}
        />
      ))}
    </div>
  );
}
