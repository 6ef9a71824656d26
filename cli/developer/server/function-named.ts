import type { Client } from "@ferrule/contract/client.ts";
import { distance } from "fastest-levenshtein";
import { CommandError } from "../command-error.ts";
import { everyItem } from "./every-item.ts";

/** Finds a Function by its slug. @throws CommandError that suggests the nearest one when there is none */
export async function functionNamed(client: Pick<Client, "listFunctions">, slug: string) {
  const { items } = await client.listFunctions({ query: { names: slug } });
  const found = items.find((each) => each.slug === slug);
  if (found !== undefined) return found;
  const all = await everyItem((cursor) => client.listFunctions({ query: { limit: 200, cursor } }), 1_000);
  const [nearest] = all.map((each) => each.slug).toSorted((a, b) => distance(a, slug) - distance(b, slug));
  throw new CommandError("NOT_FOUND", `The Project has no Function ${slug}.`, {
    hint:
      nearest === undefined
        ? "It has no Functions yet."
        : `Did you mean ${nearest}? \`ferrule functions list\` shows all.`,
  });
}
