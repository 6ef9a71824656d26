import { useEffect, useState } from "react";
import { useServed } from "../discovery/use-served.ts";
import type { TryProps } from "./try-props.ts";
import { listsOf, offersOf, type Lists, type Offer } from "./tried-offers.ts";
import type { useRpc } from "./use-rpc.ts";

/** What to try: what the endpoint lists for the key; without a credential, what is deployed. */
export function useOffers({ endpoint, environment, isReady }: TryProps, { send, revision }: ReturnType<typeof useRpc>) {
  const served = useServed(endpoint, environment);
  const [listed, setListed] = useState<Lists | null>(null);
  const [isListing, setListing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { tools, resources, prompts } = served;
  const isKnown = tools !== undefined;
  const list = async () => {
    setListing(true);
    const { exchange: done, answer } = await send("tools/list");
    const failure = answer?.error?.message ?? done.failure ?? `The endpoint answered ${done.status}.`;
    const resultOf = async (method: string, isOffered: boolean) =>
      isOffered && answer?.result !== undefined ? (await send(method)).answer?.result : undefined;
    const lists = listsOf({
      tools: answer?.result,
      resources: await resultOf("resources/list", resources.length > 0),
      templates: await resultOf("resources/templates/list", resources.length > 0),
      prompts: await resultOf("prompts/list", prompts.length > 0),
    });
    setListing(false);
    setListed(lists);
    setRefusal(lists === null ? failure : null);
  };
  useEffect(() => {
    if (isReady && isKnown) void list();
  }, [revision, isKnown]);
  const shown: Lists | undefined = listed ?? (tools && { tools, resources, prompts });
  const offers: Offer[] | undefined = refusal === null ? shown && offersOf(shown) : [];
  const none = listed === null ? "This environment serves none." : "The scopes of this key include nothing of it.";
  return { offers, none, refusal, list, isListing };
}
