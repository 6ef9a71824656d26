import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { challengeOf, type WebhookSender } from "@ferrule/contract/webhook-senders.ts";
import { secretNames } from "../../../../api/pick-sources.ts";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { NameList } from "../../../functions/code/permissions/name-list.tsx";
import { MakeSecret } from "../../../secrets/make-secret.tsx";
import { PolicyText } from "../policy-text.tsx";

const senders: readonly { value: WebhookSender; label: string }[] = choicesOf({
  stripe: "Stripe",
  github: "GitHub",
  slack: "Slack",
  shopify: "Shopify",
  twilio: "Twilio",
  meta: "Meta: WhatsApp, Instagram, Messenger",
  dropbox: "Dropbox",
  trello: "Trello",
  standard: "Standard Webhooks",
  hmac: "Another one that signs with HMAC",
});

/** The initial values of the form. */
export const newSignature: SignaturePolicy = {
  sender: "standard",
  secrets: [],
  toleranceSeconds: 300,
  replayWindowSeconds: 86_400,
};

const newScheme = { algorithm: "sha256", header: "X-Signature", encoding: "hex", prefix: "" } as const;

const secretProblem = (name: string) =>
  /^[A-Z][A-Z0-9_]{0,63}$/.test(name) ? null : "Uppercase letters, digits and _, starting with a letter.";

/**
 * Keeps a policy's challenge when its sender changes. A declared challenge stays only if Ferrule does not know the
 * sender's own.
 */
function questionOf(sender: WebhookSender, { challenge, challengeSecret = "" }: SignaturePolicy) {
  const known = challengeOf({ sender });
  const kept = known === null && challenge !== undefined ? { challenge } : {};
  return (known ?? challenge)?.tokenParameter === undefined ? kept : { ...kept, challengeSecret };
}

/** The webhook senders that may call, and the secrets with their signing keys. */
export function SignatureOptions({
  value,
  onChange,
}: {
  value: SignaturePolicy;
  onChange: (next: SignaturePolicy) => void;
}) {
  const { hmac, challenge: _challenge, challengeSecret, ...rest } = value;
  const asksWithToken = challengeOf(value)?.tokenParameter !== undefined;
  return (
    <>
      <Select
        aria-label="Sender"
        value={value.sender}
        choices={senders}
        onChange={(sender) =>
          onChange({
            ...rest,
            sender,
            ...(sender === "hmac" ? { hmac: hmac ?? newScheme } : {}),
            ...questionOf(sender, value),
          })
        }
      />
      {hmac !== undefined && (
        <PolicyText
          label="Header with the signature"
          value={hmac.header}
          onChange={(header) => onChange({ ...value, hmac: { ...hmac, header } })}
        />
      )}
      <NameList
        label="Secrets with the signing key"
        hint="Name two while you rotate the key: either may have signed."
        placeholder="Choose a secret"
        values={value.secrets}
        pick={secretNames}
        make={(onMade) => <MakeSecret onMade={onMade} />}
        problemOf={secretProblem}
        onChange={(secrets) => onChange({ ...value, secrets })}
      />
      {asksWithToken && (
        <NameList
          label="Secret with the token of the sender's first request"
          hint="Enter the same token at the sender, where it registers your address."
          placeholder="Choose a secret"
          values={challengeSecret === undefined || challengeSecret === "" ? [] : [challengeSecret]}
          pick={secretNames}
          make={(onMade) => <MakeSecret onMade={onMade} />}
          problemOf={secretProblem}
          onChange={(names) => onChange({ ...value, challengeSecret: names.at(-1) ?? "" })}
        />
      )}
    </>
  );
}
