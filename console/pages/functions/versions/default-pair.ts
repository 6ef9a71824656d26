import type { ItemOf } from "../../../api/use-operation.ts";

type Version = Pick<ItemOf<"listFunctionVersions">, "revision" | "activeIn">;

/**
 * Chooses the two revisions to compare: the requested ones; or else the newest, with the one that Production serves, or
 * Development, or the previous one. Null when there is none.
 */
export function defaultPair(
  items: readonly Version[],
  asked: { from?: number | undefined; to?: number | undefined },
): { from: number; to: number } | null {
  const [newest] = items;
  if (newest === undefined) return null;
  const to = asked.to ?? newest.revision;
  const older = items.filter(({ revision }) => revision < to);
  const served = (environment: "production" | "development") =>
    older.find(({ activeIn }) => activeIn.includes(environment))?.revision;
  const from = asked.from ?? served("production") ?? served("development") ?? older[0]?.revision ?? to;
  return { from, to };
}
