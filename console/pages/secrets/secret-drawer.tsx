import { RefreshCw } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Facts } from "../../components/card.tsx";
import { FunctionLinks } from "../../components/show/function-links.tsx";
import { Mono } from "../../components/mono.tsx";
import { Time } from "../../components/time.tsx";
import { CredentialDrawer } from "../credentials/credential-drawer.tsx";

type Secret = ItemOf<"listSecrets">;

function SecretFacts({ secret }: { secret: Secret }) {
  const { id, environment, version, fingerprint, createdAt, rotatedAt, lastUsedAt, usedBy } = secret;
  return (
    <Facts
      items={[
        ["Environment", <EnvironmentBadge key="environment" environment={environment} />],
        ["Used by", <FunctionLinks key="used" names={usedBy} none="No Function declares it." />],
        ["Last used", lastUsedAt === null ? "never" : <Time key="last" at={lastUsedAt} />],
        ["Version", version],
        ["Rotated", rotatedAt === null ? "never" : <Time key="rotated" at={rotatedAt} />],
        ["Created", <Time key="created" at={createdAt} />],
        [
          "Fingerprint",
          <span key="fingerprint" className="grid gap-0.5">
            <Mono>{fingerprint}</Mono>
            <span className="text-xs text-muted">
              Changes when the value changes. It reveals nothing about the value, and is unique to each secret.
            </span>
          </span>,
        ],
        ["Id", <ShortId key="id" id={id} label="Copy the secret's id" />],
      ]}
    />
  );
}

interface SecretDrawerProps {
  /** Undefined when it is not in the chosen environment. */
  item: Secret | undefined;
  onClose: () => void;
  onAsk: (ask: "rotate" | "delete") => void;
}

/** One secret: where and when it was used, and its actions. Never its value. */
export const SecretDrawer = ({ item, onClose, onAsk }: SecretDrawerProps) => (
  <CredentialDrawer
    noun="Secret"
    item={item}
    change={{ ask: "rotate", label: "Rotate", icon: RefreshCw, operation: "rotateSecret" }}
    remove="deleteSecret"
    onClose={onClose}
    onAsk={onAsk}
  >
    {(each) => <SecretFacts secret={each} />}
  </CredentialDrawer>
);
