import { tokenAlgorithms, type JwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { CheckChoice } from "./check-choice.tsx";
import { Labelled } from "./labelled.tsx";
import { RequiredClaims } from "./required-claims.tsx";
import { TestIssuer } from "./test-issuer.tsx";

/** The initial values of the form. */
export const newIssuer: JwtPolicy = {
  issuer: "",
  audience: null,
  jwksUrl: null,
  algorithms: ["RS256", "ES256"],
  clockSkewSeconds: 5,
  requiredClaims: [],
  groupsClaim: "groups",
  keys: true,
  rules: [],
  claims: [],
};

interface IssuerOptionsProps {
  value: JwtPolicy;
  onChange: (next: JwtPolicy) => void;
}

/** The token issuers of an endpoint, and how to check their tokens. */
export function IssuerOptions({ value, onChange }: IssuerOptionsProps) {
  const set = (change: Partial<JwtPolicy>) => onChange({ ...value, ...change });
  return (
    <>
      <Labelled
        label="Issuer"
        hint="The address of your identity provider, exactly as the tokens have it in iss."
        placeholder="https://login.example.com"
        value={value.issuer}
        onChange={(issuer) => set({ issuer: issuer.trim() })}
      />
      <TestIssuer {...value} />
      <Labelled
        label="Audience"
        hint="For whom the tokens are: what they have in aud. Leave it empty for the address of this endpoint."
        placeholder="The address of this endpoint"
        value={value.audience ?? ""}
        onChange={(audience) => set({ audience: audience === "" ? null : audience })}
      />
      <CheckChoice
        label="API keys work too"
        detail="For programs that have no token. They use the same address."
        checked={value.keys}
        onChange={(keys) => set({ keys })}
      />
      <details>
        <summary className="text-sm font-medium">How tokens are checked</summary>
        <div className="mt-3 grid gap-4">
          <Labelled
            label="Address of the public keys"
            hint="The issuer's JWKS. Leave it empty, and Ferrule finds it by the issuer's metadata."
            placeholder="Found by itself"
            value={value.jwksUrl ?? ""}
            onChange={(jwksUrl) => set({ jwksUrl: jwksUrl.trim() === "" ? null : jwksUrl.trim() })}
          />
          <fieldset>
            <legend className="text-sm font-medium">Algorithms of the signature</legend>
            <div className="mt-1 grid grid-cols-3 gap-x-3 sm:grid-cols-5">
              {tokenAlgorithms.map((name) => (
                <label key={name} className="flex min-h-7 items-center gap-2 font-mono text-xs">
                  <input
                    type="checkbox"
                    checked={value.algorithms.includes(name)}
                    onChange={({ target }) =>
                      set({
                        algorithms: tokenAlgorithms.filter((one) =>
                          one === name ? target.checked : value.algorithms.includes(one),
                        ),
                      })
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <Labelled
              label="Clock difference"
              hint="Seconds by which the clocks may differ, at most 60."
              value={String(value.clockSkewSeconds)}
              mostSeconds={60}
              onChange={(seconds) => set({ clockSkewSeconds: Number(seconds) })}
            />
            <Labelled
              label="Claim with the groups"
              hint="Where a token names the groups of its holder, for example realm_access.roles."
              value={value.groupsClaim}
              onChange={(groupsClaim) => set({ groupsClaim })}
            />
          </div>
          <RequiredClaims value={value.requiredClaims} onChange={(requiredClaims) => set({ requiredClaims })} />
        </div>
      </details>
    </>
  );
}
