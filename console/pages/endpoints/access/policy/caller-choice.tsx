import { oauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { Fragment, useState } from "react";
import { RadioChoice } from "../../../../components/form/radio-choice.tsx";
import { IssuerOptions, newIssuer } from "../callers/issuer-options.tsx";
import type { Policy } from "../policy-sentence.ts";
import { newSignature, SignatureOptions } from "../callers/signature-options.tsx";
import { SignInOptions } from "../callers/sign-in-options.tsx";
import { TokenRules } from "../rules/token-rules.tsx";

type Caller = Policy["caller"];

const modes: { value: Caller["mode"]; label: string; detail: string }[] = [
  {
    value: "api-key",
    label: "API keys",
    detail: "Each caller has its own key, which you can limit, rotate and revoke.",
  },
  {
    value: "oauth",
    label: "Sign in with Ferrule (OAuth)",
    detail: "People sign in to Ferrule from their program and see what they allow. You give them only the address.",
  },
  {
    value: "jwt",
    label: "Access tokens of another issuer (JWT)",
    detail:
      "Your company's identity provider issues them, as RFC 9068 says. Ferrule checks them and takes no part in the sign-in.",
  },
  {
    value: "signature",
    label: "Signed webhooks",
    detail: "Only requests that one sender has signed are accepted, each only once. No key is needed.",
  },
  {
    value: "none",
    label: "No authentication",
    detail: "Anyone who can reach the address can call. Use it on your own machine only.",
  },
];

interface CallerChoiceProps {
  value: Caller;
  kind: EndpointKind;
  isProduction: boolean;
  /** The tools or routes bound here. */
  targets: readonly string[];
  onChange: (next: Caller) => void;
}

/** The fields of the chosen way. */
function ModeFields({ value, kind, targets, onChange }: Omit<CallerChoiceProps, "isProduction">) {
  const { oauth, jwt, signature } = value;
  const setOauth = (next: NonNullable<typeof oauth>) => onChange({ mode: "oauth", oauth: next });
  const setJwt = (next: NonNullable<typeof jwt>) => onChange({ mode: "jwt", jwt: next });
  const rules = { kind, targets };
  return (
    <div className="grid gap-4 rounded-md border border-line p-3">
      {oauth && <SignInOptions value={oauth} targets={targets} onChange={setOauth} />}
      {oauth && <TokenRules {...rules} value={oauth} scopes={oauth.scopes} onChange={setOauth} />}
      {jwt && <IssuerOptions value={jwt} onChange={setJwt} />}
      {jwt && <TokenRules {...rules} value={jwt} scopes={[]} onChange={setJwt} />}
      {signature && (
        <SignatureOptions value={signature} onChange={(next) => onChange({ mode: "signature", signature: next })} />
      )}
    </div>
  );
}

/**
 * Who may call, in words: each way with its own fields. The form keeps the entries for one way while another way is
 * shown.
 */
export function CallerChoice({ isProduction, ...given }: CallerChoiceProps) {
  const { value, kind, onChange } = given;
  const [kept, setKept] = useState({ oauth: oauthPolicy.parse({}), jwt: newIssuer, signature: newSignature });
  const choose = (mode: Caller["mode"]) => {
    const { oauth = kept.oauth, jwt = kept.jwt, signature = kept.signature } = value;
    const next = { oauth, jwt, signature };
    setKept(next);
    onChange(mode === "api-key" || mode === "none" ? { mode } : { mode, [mode]: next[mode] });
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Callers</legend>
      {modes.map(
        ({ value: mode, ...choice }) =>
          (mode !== "signature" || kind === "http") && (
            <Fragment key={mode}>
              <RadioChoice
                {...choice}
                name="mode"
                isChosen={value.mode === mode}
                disabledReason={
                  mode === "none" && isProduction ? "Not available in Production, because anyone could call." : null
                }
                onChoose={() => choose(mode)}
              />
              {value.mode === mode && mode !== "api-key" && mode !== "none" && <ModeFields {...given} />}
            </Fragment>
          ),
      )}
    </fieldset>
  );
}
