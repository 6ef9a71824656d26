import type { Environment } from "@ferrule/contract/states.ts";
import type { ReactNode } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import type { Endpoint } from "../endpoint.ts";

interface WhatOpensProps {
  endpoint: Endpoint;
  environment: Environment;
  /** Creates a key, if keys open the endpoint. */
  keyBox: ReactNode;
}

const titles = {
  none: "1. No credential",
  "api-key": "1. A key",
  oauth: "1. Sign-in",
  jwt: "1. Sign-in at the issuer",
  signature: "1. The sender's signature",
};

/** The credential that a caller needs: a sign-in, a token, a key, a signature or none. */
export function WhatOpens({ endpoint, environment, keyBox }: WhatOpensProps) {
  const { mode } = endpoint.policy[environment];
  const isToken = mode === "oauth" || mode === "jwt";
  const { data } = useOperation(
    "listEndpointAuthPolicies",
    { params: { endpointId: endpoint.id } },
    { enabled: isToken },
  );
  const caller = data?.items.find((policy) => policy.environment === environment)?.caller;
  const isMcp = endpoint.kind === "mcp";
  // Until the policy has loaded, a key may turn out to be useless here.
  const takesKeys = mode === "oauth" ? caller?.oauth?.keys === true : caller?.jwt?.keys === true;
  return (
    <Card title={titles[mode]} actions={<EnvironmentBadge environment={environment} />}>
      <div className="grid gap-3 text-sm">
        {mode === "oauth" && isMcp && (
          <p>
            Give your client the address below and nothing else. It opens the sign-in in your browser by itself.
            {caller?.oauth?.registration === false &&
              " If your client says that it cannot register, switch on programs that register themselves under Access, or register it there and enter its client ID."}
          </p>
        )}
        {mode === "jwt" && isMcp && (
          <p className="break-words">
            Give your client the address below. It signs in at {caller?.jwt?.issuer ?? "the issuer"} by itself if your
            client is known there. If it asks for a client ID, that issuer gives you one.
          </p>
        )}
        {isToken && !isMcp && (
          <p className="break-words">
            Callers send a token{mode === "jwt" && caller?.jwt !== undefined && ` of ${caller.jwt.issuer}`} in{" "}
            <Mono>Authorization: Bearer</Mono>.
          </p>
        )}
        {mode === "signature" && (
          <p>
            The sender signs each request with the key in your secret. Enter the address of a route at the sender.
            Requests without its signature are refused.
          </p>
        )}
        {(mode === "none" || mode === "api-key") && keyBox}
        {isToken && takesKeys && (
          <>
            <p>Create a key only for a client that cannot sign in.</p>
            {keyBox}
          </>
        )}
      </div>
    </Card>
  );
}
