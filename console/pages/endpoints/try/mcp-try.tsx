import { RefreshCw, Wrench } from "lucide-react";
import { IconButton } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { triedRevisions } from "../search.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { needsKey } from "./call-pane.tsx";
import { OfferCall } from "./offer-call.tsx";
import { TargetPane } from "./target-pane.tsx";
import type { TryProps } from "./try-props.ts";
import { useOffers } from "./use-offers.ts";
import { useRpc } from "./use-rpc.ts";
import { Wire } from "./wire.tsx";

/** A small MCP client: the lists, then a call of a tool, a read of a resource or a prompt. */
export function McpTry(props: TryProps) {
  const { isReady } = props;
  const [search, change] = useEndpointSearch();
  const rpc = useRpc(props, search.revision ?? triedRevisions[0]);
  const { offers, none, refusal, list, isListing } = useOffers(props, rpc);
  const offer = offers?.find(({ target }) => target === search.target) ?? offers?.[0];
  return (
    <>
      <Card
        flush
        title={
          <span className="flex items-center gap-2">
            Offered {offers && <span className="text-xs font-normal text-muted">{offers.length}</span>}
          </span>
        }
        actions={
          <span className="flex items-center gap-1.5">
            <Segmented
              label="MCP revision"
              value={rpc.revision}
              choices={triedRevisions.map((value) => ({ value, label: value }))}
              onChange={(value) => change({ revision: value === "2025-11-25" ? value : undefined }, { replace: true })}
            />
            <IconButton
              icon={RefreshCw}
              label="Refresh the lists"
              busy={isListing}
              disabledReason={isReady ? null : needsKey}
              onClick={() => void list()}
            />
          </span>
        }
      >
        {refusal !== null && (
          <p
            role="alert"
            className="mx-4 mb-3 rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad"
          >
            tools/list was rejected: {refusal}
          </p>
        )}
        {refusal === null && (
          <TargetPane
            label="Tools, resources and prompts"
            icon={Wrench}
            none={none}
            names={offers?.map(({ target }) => target)}
            chosen={offer?.target}
          >
            {offer && <OfferCall key={offer.target} offer={offer} isReady={isReady} send={rpc.send} />}
          </TargetPane>
        )}
      </Card>
      <Wire exchanges={rpc.exchanges} />
    </>
  );
}
