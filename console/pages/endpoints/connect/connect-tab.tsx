import type { Environment } from "@ferrule/contract/states.ts";
import { ExternalLink } from "lucide-react";
import { buttonClass } from "../../../components/button/button-class.ts";
import { Card } from "../../../components/card.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";
import { useServed } from "../discovery/use-served.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import type { Client, Target } from "./client.ts";
import { ClientGuide } from "./client-guide.tsx";
import { clients } from "./clients.ts";
import { BundleButton } from "./desktop/bundle-button.tsx";
import { heldKeys } from "./held-keys.ts";
import { HttpCallers } from "./http-callers.tsx";
import { KeyBox } from "./key-box.tsx";
import { SenderAddresses } from "./sender-addresses.tsx";
import { WhatOpens } from "./what-opens.tsx";

/** A placeholder until there is a key. */
const placeholder = "YOUR_KEY";

interface ClientCardProps {
  endpoint: Endpoint;
  environment: Environment;
  client: (typeof clients)[number] | undefined;
  /** Null if callers send no key. */
  apiKey: string | null;
  /** This page has created the key and shows it, so that a link may carry it. */
  isNew: boolean;
  onChoose: (id: string) => void;
}

interface AddLinkProps extends Pick<ClientCardProps, "isNew"> {
  client: string;
  link: NonNullable<Client["link"]>;
  target: Target;
}

/** Opens the client with the server filled in. Only a key that this page has just shown is in the link. */
function AddLink({ client, link, target, isNew }: AddLinkProps) {
  const asks = target.key !== null && !isNew;
  const href = asks ? link.asking?.(target) : link.href(target);
  if (href === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a className={buttonClass("secondary")} href={href}>
        <ExternalLink aria-hidden size={15} />
        {link.label}
      </a>
      {asks && <span className="text-xs text-muted">{client} asks for the key.</span>}
    </div>
  );
}

/** The clients to choose from, and the setup of the chosen one. */
function ClientCard({ endpoint, environment, client, apiKey, isNew, onChoose }: ClientCardProps) {
  const { mode } = endpoint.policy[environment];
  const signsIn = mode === "oauth" || mode === "jwt";
  const { resources, prompts } = useServed(endpoint, environment);
  const offersMore = resources.length + prompts.length > 0;
  const target = { name: endpoint.slug, url: endpoint.urls[environment], key: apiKey, signsIn };
  return (
    <Card title="2. Your client" flush>
      <div className="grid grid-cols-1 md:grid-cols-[11rem_minmax(0,1fr)]">
        <div
          role="group"
          aria-label="Client"
          className="flex gap-1 overflow-x-auto p-2 max-md:border-b max-md:border-line md:flex-col"
        >
          {clients.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one === client}
              className="pointer-coarse:finger h-8 shrink-0 rounded-md px-2.5 text-left text-sm text-muted hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink"
              onClick={() => onChoose(one.id)}
            >
              {one.label}
            </button>
          ))}
        </div>
        {client && (
          <div className="grid min-w-0 content-start gap-3 p-4 md:border-l md:border-line">
            <ClientGuide client={client} target={target} endpoint={endpoint} mode={mode} offersMore={offersMore}>
              {client.hasBundle && (apiKey !== null || !signsIn) && (
                <BundleButton endpoint={endpoint} environment={environment} target={target} />
              )}
            </ClientGuide>
            {apiKey === placeholder && client.supports.key && (
              <p className="text-xs text-muted">
                <code className="font-mono">{placeholder}</code> marks where the key goes. Create one above to fill it
                in.
              </p>
            )}
            {client.link && <AddLink client={client.label} link={client.link} target={target} isNew={isNew} />}
            <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3 text-sm text-muted">
              <span className="flex-1">Try it from here with the same key.</span>
              <LinkButton
                size="sm"
                to="/endpoints/$endpointId"
                params={{ endpointId: endpoint.id }}
                search={(now: object) => ({ ...now, tab: "try" as const })}
              >
                Try it
              </LinkButton>
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}

/** How to configure a client for the endpoint in the chosen environment: a key, then the setup to paste. */
export function ConnectTab({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  const [search, change] = useEndpointSearch();
  const held = heldKeys.use(endpoint.id, environment);
  const { mode } = endpoint.policy[environment];
  if (mode === "signature") return <SenderAddresses endpoint={endpoint} environment={environment} />;
  const key = held?.value ?? (mode === "api-key" ? placeholder : null);
  const client = clients.find(({ id }) => id === search.client) ?? clients[0];
  const suggested = {
    name: endpoint.kind === "mcp" ? (client?.label ?? "Client") : "Service",
    lifetime: "2160",
  } as const;
  const isServed = endpoint.deployed[environment];
  return (
    <div className="grid max-w-5xl gap-4">
      {!isServed && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
          <p className="min-w-0 flex-1">
            {environmentNames[environment]} does not serve this endpoint yet. Callers get 404 until it is{" "}
            {environment === "production" ? "released" : "deployed"}.
          </p>
          <LinkButton size="sm" to="/deployments">
            Deployments
          </LinkButton>
        </div>
      )}
      <WhatOpens
        endpoint={endpoint}
        environment={environment}
        keyBox={
          <KeyBox
            key={`${environment} ${client?.id}`}
            endpoint={endpoint}
            environment={environment}
            suggested={suggested}
          />
        }
      />
      {endpoint.kind === "http" ? (
        <HttpCallers endpoint={endpoint} environment={environment} apiKey={key} />
      ) : (
        <ClientCard
          endpoint={endpoint}
          environment={environment}
          client={client}
          apiKey={key}
          isNew={held?.minted === true}
          onChoose={(id) => change({ client: id }, { replace: true })}
        />
      )}
    </div>
  );
}
