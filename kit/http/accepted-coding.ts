const offer = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;
/** Clients send few different values, and short ones. Beyond this number, a client is inventing them. */
const mostKnown = 500;
const longestKnown = 200;
/** More codings than there are. */
const mostParts = 50;
const known = new Map<string, ReadonlyMap<string, number>>();

function readWeights(field: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of field.toLowerCase().split(",", mostParts)) {
    const [, name, weight] = offer.exec(part) ?? [];
    if (name !== undefined) weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return weights;
}

function weightsOf(field: string): ReadonlyMap<string, number> {
  let found = known.get(field);
  if (found === undefined) {
    if (known.size >= mostKnown) known.clear();
    found = readWeights(field);
    if (field.length <= longestKnown) known.set(field, found);
  }
  return found;
}

/**
 * The content coding that an `Accept-Encoding` prefers; on a tie, the first of these. Null: no coding; a client that
 * refuses everything gets that too (RFC 9110 section 12.5.3). `identity` counts only if the client names it.
 */
export function acceptedCoding<Coding extends string>(
  field: string | string[] | undefined,
  codings: readonly Coding[],
): Coding | null {
  if (field === undefined || field === "") return null;
  const weights = weightsOf(typeof field === "string" ? field : field.join(","));
  let best: Coding | null = null;
  let most = 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (weight > most) [best, most] = [coding, weight];
  }
  return (weights.get("identity") ?? 0) > most ? null : best;
}
