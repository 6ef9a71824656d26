import { targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { EnvironmentBadge } from "../../../../components/badge.tsx";
import { Card } from "../../../../components/card.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { inputClass } from "../../../../components/input-class.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { Note } from "../../../../components/note.tsx";
import { useSettled } from "../../../../components/use-settled.ts";
import type { Endpoint } from "../../endpoint.ts";
import { useEndpointSearch } from "../../use-endpoint-search.ts";
import { ClaimsBox, type Entered } from "./claims-box.tsx";
import { newClaims, readClaims } from "./claims.ts";
import { PolicyText } from "../policy-text.tsx";
import { takesTokens, type Policy } from "../policy-sentence.ts";
import { tokenNotes } from "./token-notes.ts";
import { Verdict } from "./verdict.tsx";

/** The URL's value instead of a key's id. */
const asToken = "token";

/** The callers to try: nobody; a token, if the policy accepts tokens; and each key. */
function credentialChoices(policy: Policy) {
  return [
    { value: "", label: "Nobody: no credential" },
    ...(takesTokens(policy)
      ? [{ value: asToken, label: "A token", detail: "pasted, or with claims that you choose" }]
      : []),
    ...policy.apiKeys.map(({ id, name, status, environment, prefix }) => ({
      value: id,
      label: name,
      detail: [`${prefix}…`, status === "active" ? "" : status, environment === policy.environment ? "" : environment]
        .filter(Boolean)
        .join(", "),
    })),
  ];
}

interface TargetChoiceProps {
  label: string;
  targets: readonly string[];
  value: string | undefined;
  onChange: (target: string | undefined) => void;
}

const any = { value: "", label: "any" };

function TargetChoice({ label, targets, value, onChange }: TargetChoiceProps) {
  const names = [...new Set([...targets, ...(value === undefined ? [] : [value])])];
  return (
    <Labelled label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          choices={[any, ...names.map((name) => ({ value: name, label: targetText(name) }))]}
          onChange={(chosen) => onChange(chosen || undefined)}
        />
      )}
    </Labelled>
  );
}

interface OriginFieldProps {
  initial: string | undefined;
  onSettled: (origin: string | undefined) => void;
}

/** The origin of the web page that calls. It takes effect when the field loses the focus. */
function OriginField({ initial, onSettled }: OriginFieldProps) {
  const [origin, setOrigin] = useState(initial ?? "");
  const settle = () => onSettled(origin.trim() === "" ? undefined : origin.trim());
  return (
    <form
      className="sm:col-span-2"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <Labelled label="From a web page on">
        {(control) => (
          <input
            {...control}
            className={`${inputClass} font-mono`}
            placeholder="no web page"
            autoComplete="off"
            spellCheck={false}
            value={origin}
            onChange={(event) => setOrigin(event.target.value)}
            onBlur={settle}
          />
        )}
      </Labelled>
    </form>
  );
}

interface TryAsCallerProps {
  endpoint: Endpoint;
  policy: Policy;
  /** The tools or routes bound here. */
  targets: readonly string[];
}

interface ResultProps extends Omit<TryAsCallerProps, "targets"> {
  /** A key's id, or undefined for nobody. */
  keyId: string | undefined;
  /** The claims of the token to try; null: no token. */
  token: Entered | null;
  address: string;
}

/** The runtime's decision, and notes about the token. */
function Result({ endpoint, policy, keyId, token, address }: ResultProps) {
  const read = token && readClaims(token.text);
  if (read && !("claims" in read)) return <Note>Enter claims or paste a token to see what it opens.</Note>;
  const url = endpoint.urls[policy.environment];
  const notes = read && token ? tokenNotes(read.claims, policy, url, token.isPasted) : [];
  return (
    <div className="grid gap-2">
      <Verdict endpoint={endpoint} policy={policy} credential={read ?? { keyId }} address={address} />
      {notes.map((note) => (
        <Note key={note} tone="warn" icon={TriangleAlert}>
          {note}
        </Note>
      ))}
    </div>
  );
}

/** Shows whether a caller may call, and by which rule, as the runtime would decide. */
export function TryAsCaller({ endpoint, policy, targets }: TryAsCallerProps) {
  const [{ asKey = "", asTarget, asOrigin }, change] = useEndpointSearch();
  const set = (changed: Parameters<typeof change>[0]) => change(changed, { replace: true });
  const [entered, setEntered] = useState<Entered>(() => ({ text: newClaims(policy), isPasted: false }));
  const settled = useSettled(entered.text, 400);
  const [address, setAddress] = useState("");
  const settledAddress = useSettled(address.trim(), 400);
  const choices = credentialChoices(policy);
  const chosen = choices.some(({ value }) => value === asKey) ? asKey : "";
  const isToken = chosen === asToken;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Try as caller <EnvironmentBadge environment={policy.environment} />
        </span>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Labelled label="Credential">
            {(control) => (
              <Select
                {...control}
                value={chosen}
                choices={choices}
                onChange={(value) => set({ asKey: value || undefined })}
              />
            )}
          </Labelled>
          <TargetChoice
            label={endpoint.kind === "mcp" ? "Asks for" : "Route"}
            targets={targets}
            value={asTarget}
            onChange={(next) => set({ asTarget: next })}
          />
          <OriginField initial={asOrigin} onSettled={(next) => set({ asOrigin: next })} />
          <div className="grid gap-3 empty:hidden sm:col-span-2">
            {policy.allowedAddresses.length > 0 && (
              <PolicyText
                label="From the address"
                placeholder="any that is allowed"
                value={address}
                onChange={setAddress}
              />
            )}
            {isToken && <ClaimsBox policy={policy} value={entered} onChange={setEntered} />}
          </div>
        </div>
        <Result
          endpoint={endpoint}
          policy={policy}
          keyId={chosen || undefined}
          token={isToken ? { ...entered, text: settled } : null}
          address={settledAddress}
        />
      </div>
    </Card>
  );
}
