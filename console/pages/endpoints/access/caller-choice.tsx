import { oauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { RadioChoice } from "../../../components/form/radio-choice.tsx";
import { IssuerOptions, newIssuer } from "./issuer-options.tsx";
import type { Policy } from "./policy-sentence.ts";
import { newSignature, SignatureOptions } from "./signature-options.tsx";
import { SignInOptions } from "./sign-in-options.tsx";
import { TokenRules } from "./token-rules.tsx";

type Caller = Policy["caller"];

interface CallerChoiceProps {
  value: Caller;
  kind: EndpointKind;
  isProduction: boolean;
  /** The tools or routes bound here. */
  targets: readonly string[];
  onChange: (next: Caller) => void;
}

/**
 * Who may call, in words: each way with its own fields. The form keeps what was entered for one way while another one
 * is shown.
 */
export function CallerChoice({ value, kind, isProduction, targets, onChange }: CallerChoiceProps) {
  const [kept, setKept] = useState(() => ({
    oauth: value.oauth ?? oauthPolicy.parse({}),
    jwt: value.jwt ?? newIssuer,
    signature: value.signature ?? newSignature,
  }));
  const setOauth = (oauth: typeof kept.oauth) => {
    setKept({ ...kept, oauth });
    onChange({ mode: "oauth", oauth });
  };
  const setJwt = (jwt: typeof kept.jwt) => {
    setKept({ ...kept, jwt });
    onChange({ mode: "jwt", jwt });
  };
  const setSignature = (signature: typeof kept.signature) => {
    setKept({ ...kept, signature });
    onChange({ mode: "signature", signature });
  };
  const known = { kind, targets };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Callers</legend>
      <RadioChoice
        name="mode"
        label="API keys"
        detail="Each caller has its own key, which you can limit, rotate and revoke."
        isChosen={value.mode === "api-key"}
        onChoose={() => onChange({ mode: "api-key" })}
      />
      <RadioChoice
        name="mode"
        label="Sign in with Ferrule"
        detail="People sign in to Ferrule from their program and see what they allow. You give them only the address."
        isChosen={value.mode === "oauth"}
        onChoose={() => setOauth(kept.oauth)}
      />
      {value.oauth !== undefined && (
        <div className="grid gap-4 rounded-md border border-line p-3">
          <SignInOptions value={value.oauth} targets={targets} onChange={setOauth} />
          <TokenRules {...known} value={value.oauth} scopes={value.oauth.scopes} onChange={setOauth} />
        </div>
      )}
      <RadioChoice
        name="mode"
        label="Tokens of another issuer"
        detail="Your company's identity provider issues access tokens. Ferrule checks them and takes no part in the sign-in."
        isChosen={value.mode === "jwt"}
        onChoose={() => setJwt(kept.jwt)}
      />
      {value.jwt !== undefined && (
        <div className="grid gap-4 rounded-md border border-line p-3">
          <IssuerOptions value={value.jwt} onChange={setJwt} />
          <TokenRules {...known} value={value.jwt} scopes={[]} onChange={setJwt} />
        </div>
      )}
      {kind === "http" && (
        <RadioChoice
          name="mode"
          label="Signed webhooks"
          detail="Only what one sender has signed gets in. It needs no key, and nothing gets in twice."
          isChosen={value.mode === "signature"}
          onChoose={() => setSignature(kept.signature)}
        />
      )}
      {value.signature !== undefined && <SignatureOptions value={value.signature} onChange={setSignature} />}
      <RadioChoice
        name="mode"
        label="No authentication"
        detail="Anyone who can reach the address can call. Use it on your own machine only."
        isChosen={value.mode === "none"}
        disabledReason={isProduction ? "Not available in Production, because anyone could call." : null}
        onChoose={() => onChange({ mode: "none" })}
      />
    </fieldset>
  );
}
