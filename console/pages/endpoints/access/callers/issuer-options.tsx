import { tokenAlgorithms, type JwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { CheckChoice } from "./check-choice.tsx";
import { PolicyText } from "../policy-text.tsx";
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

interface Choice<Value> {
  value: Value;
  onChange: (next: Value) => void;
}

const AlgorithmChoices = ({ value, onChange }: Choice<JwtPolicy["algorithms"]>) => (
  <fieldset>
    <legend className="text-sm font-medium">Algorithms of the signature</legend>
    <div className="mt-1 grid grid-cols-3 gap-x-3 sm:grid-cols-5">
      {tokenAlgorithms.map((name) => (
        <label key={name} className="flex min-h-7 items-center gap-2 font-mono text-xs">
          <input
            type="checkbox"
            checked={value.includes(name)}
            onChange={({ target }) =>
              onChange(tokenAlgorithms.filter((one) => (one === name ? target.checked : value.includes(one))))
            }
          />
          {name}
        </label>
      ))}
    </div>
  </fieldset>
);

/** Options whose defaults suit most issuers. */
const TokenChecks = ({ value, onChange }: Choice<JwtPolicy>) => (
  <div className="mt-3 grid gap-4">
    <PolicyText
      label="Address of the public keys"
      hint="The issuer's JWKS. If you leave it empty, Ferrule finds it in the issuer's metadata."
      placeholder="Found by itself"
      value={value.jwksUrl ?? ""}
      onChange={(text) => onChange({ ...value, jwksUrl: text.trim() || null })}
    />
    <AlgorithmChoices value={value.algorithms} onChange={(algorithms) => onChange({ ...value, algorithms })} />
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <PolicyText
        label="Clock difference"
        hint="Seconds by which the clocks may differ, at most 60."
        value={String(value.clockSkewSeconds)}
        within={[0, 60]}
        onChange={(seconds) => onChange({ ...value, clockSkewSeconds: Number(seconds) })}
      />
      <PolicyText
        label="Claim with the groups"
        hint="Where a token names the groups of its holder, for example realm_access.roles."
        value={value.groupsClaim}
        onChange={(groupsClaim) => onChange({ ...value, groupsClaim })}
      />
    </div>
    <RequiredClaims
      value={value.requiredClaims}
      onChange={(requiredClaims) => onChange({ ...value, requiredClaims })}
    />
  </div>
);

/** The token issuers of an endpoint, and how to check their tokens. */
export const IssuerOptions = ({ value, onChange }: Choice<JwtPolicy>) => (
  <>
    <PolicyText
      label="Issuer"
      hint="The address of your identity provider, exactly as the tokens have it in iss."
      placeholder="https://login.example.com"
      value={value.issuer}
      onChange={(issuer) => onChange({ ...value, issuer: issuer.trim() })}
    />
    <TestIssuer {...value} />
    <PolicyText
      label="Audience"
      hint="The receiver of the tokens, as in their aud. Leave it empty for the address of this endpoint."
      placeholder="The address of this endpoint"
      value={value.audience ?? ""}
      onChange={(audience) => onChange({ ...value, audience: audience || null })}
    />
    <CheckChoice
      label="API keys work too"
      detail="For programs that have no token. They use the same address."
      checked={value.keys}
      onChange={(keys) => onChange({ ...value, keys })}
    />
    <details>
      <summary className="text-sm font-medium">How tokens are checked</summary>
      <TokenChecks value={value} onChange={onChange} />
    </details>
  </>
);
