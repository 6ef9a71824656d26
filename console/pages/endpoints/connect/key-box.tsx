import type { Environment } from "@ferrule/contract/states.ts";
import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { CopyButton } from "../../../components/button/copy-button.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { Select } from "../../../components/choose/select.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";
import { heldKeys, type HeldKey } from "./held-keys.ts";

const lifetimes = [
  { value: "1", label: "valid for an hour" },
  { value: "720", label: "valid for 30 days" },
  { value: "2160", label: "valid for 90 days" },
  { value: "never", label: "valid until revoked" },
] as const;
type Lifetime = (typeof lifetimes)[number]["value"];

/**
 * The page shows a client's key so that the user can copy it. For a key that only this page uses, a confirmation is
 * enough.
 */
function Held({ held, isBrief, onForget }: { held: HeldKey; isBrief: boolean; onForget: () => void }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <KeyRound aria-hidden size={15} className="text-good" />
        <p className="min-w-0 flex-1">
          {held.minted && !isBrief ? (
            <>
              <strong className="font-semibold">{held.name}</strong> was created. Copy it now. It is not shown again
              after you leave this page.
            </>
          ) : (
            <>
              Calls from here use <strong className="font-semibold">{held.name}</strong>, which this page forgets when
              you leave.
            </>
          )}
        </p>
        {isBrief && held.minted && <CopyButton text={held.value} label="Copy the key" />}
        <Button size="sm" kind="quiet" onClick={onForget}>
          Forget key
        </Button>
      </div>
      {held.minted && !isBrief && <CodeBlock text={held.value} wrap />}
    </div>
  );
}

interface KeyBoxProps {
  endpoint: Endpoint;
  environment: Environment;
  /** The default name and lifetime of a new key. */
  suggested: { name: string; lifetime: Lifetime };
  /** Only this page uses the key, so it need not show the value. */
  isBrief?: boolean;
}

interface OwnKeyProps {
  onGiven: (key: string) => void;
  onCancel: () => void;
}

/** Takes a key that the user already has. */
function OwnKey({ onGiven, onCancel }: OwnKeyProps) {
  const id = useId();
  const [own, setOwn] = useState("");
  const give = () => own.trim() !== "" && onGiven(own.trim());
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        give();
      }}
    >
      <label htmlFor={id} className="quiet">
        Your key
      </label>
      <input
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
        autoFocus
        type="password"
        className={`${inputClass} max-w-80 font-mono`}
        placeholder="fer_key_…"
        autoComplete="off"
        value={own}
        onChange={(event) => setOwn(event.target.value)}
      />
      <Button type="submit" disabledReason={own.trim() === "" ? "Paste a key first." : null}>
        Use key
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** The key that is being typed, and a function that creates it. */
function useNewKey({ endpoint, environment, suggested }: KeyBoxProps, forbidden: string | null) {
  const [name, write] = useState(suggested.name);
  const [lifetime, setLifetime] = useState<Lifetime>(suggested.lifetime);
  const [isRefused, setRefused] = useState(false);
  const create = useAction("createApiKey", {
    onSuccess: (key) => heldKeys.hold(endpoint.id, environment, { value: key.value, name: key.name, minted: true }),
  });
  const mint = () => {
    setRefused(name.trim() === "");
    if (name.trim() === "" || create.isPending || forbidden !== null) return;
    const expiresAt =
      lifetime === "never" ? undefined : new Date(Date.now() + Number(lifetime) * 3_600_000).toISOString();
    create.mutate({ params: { endpointId: endpoint.id }, body: { name: name.trim(), environment, expiresAt } });
  };
  const setName = (text: string) => {
    write(text);
    setRefused(false);
  };
  return { name, setName, lifetime, setLifetime, isRefused, create, mint };
}

/** Creates a key for the setup on this page. */
function NewKeyForm({ onOwn, ...props }: KeyBoxProps & { onOwn: () => void }) {
  const id = useId();
  const { environment } = props;
  const forbidden = useDisabledReason("createApiKey", environment);
  const { name, setName, lifetime, setLifetime, isRefused, create, mint } = useNewKey(props, forbidden);
  return (
    <>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          mint();
        }}
      >
        <label htmlFor={id} className="quiet">
          Key name
        </label>
        <input
          id={id}
          className={`${inputClass} max-w-56`}
          maxLength={120}
          autoComplete="off"
          value={name}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-problem` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="w-44">
          <Select aria-label="Expires" value={lifetime} choices={lifetimes} onChange={setLifetime} />
        </div>
        <Button
          type="submit"
          kind={environment === "production" ? "production" : "primary"}
          icon={KeyRound}
          busy={create.isPending}
          disabledReason={forbidden}
        >
          {environment === "production" ? "Create a Production key" : "Create a key"}
        </Button>
        <Button kind="quiet" onClick={onOwn}>
          I have a key
        </Button>
      </form>
      {isRefused && (
        <p id={`${id}-problem`} role="alert" className="text-xs font-medium text-bad">
          Enter a name for the key.
        </p>
      )}
      {create.error && <ErrorNote error={create.error} />}
    </>
  );
}

/** The key for callers: one created here and shown once, or one that the user already has. */
export function KeyBox(props: KeyBoxProps) {
  const { endpoint, environment, isBrief = false } = props;
  const held = heldKeys.use(endpoint.id, environment);
  const [isOwning, setOwning] = useState(false);
  const place = environmentNames[environment];
  if (held !== null) {
    return <Held held={held} isBrief={isBrief} onForget={() => heldKeys.forget(endpoint.id, environment)} />;
  }
  if (endpoint.policy[environment].mode === "none") {
    return <p className="text-sm text-muted">{place} admits callers without a key.</p>;
  }
  return (
    <div className="grid gap-2.5">
      <p className="text-sm">
        Callers of {place} send a key in <Mono>x-api-key</Mono>. It gives access to this endpoint in this environment
        only.
      </p>
      {isOwning ? (
        <OwnKey
          onGiven={(value) => {
            heldKeys.hold(endpoint.id, environment, { value, name: "your key", minted: false });
            setOwning(false);
          }}
          onCancel={() => setOwning(false)}
        />
      ) : (
        <NewKeyForm {...props} onOwn={() => setOwning(true)} />
      )}
    </div>
  );
}
