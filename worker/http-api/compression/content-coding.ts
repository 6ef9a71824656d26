/** Content codings in the order of preference: zstd costs the least, and brotli is smaller than gzip (bench/content-codings.ts). */
const codings = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof codings)[number];

const offered = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;
/** Clients send few different fields, and short ones. Beyond this, somebody makes them up. */
const mostKnown = 500;
const longestKnown = 200;
const known = new Map<string, Chosen>();

interface Chosen {
  best: Coding | null;
  gzip: boolean;
}

function choose(field: string): Chosen {
  const weights = new Map<string, number>();
  for (const part of field.split(",")) {
    const [, name, weight] = offered.exec(part) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  let best: Coding | null = null;
  let most = 0;
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  for (const coding of codings) if (weightOf(coding) > most) [best, most] = [coding, weightOf(coding)];
  return { best, gzip: weightOf("gzip") > 0 };
}

function chosen(field: string): Chosen {
  let found = known.get(field);
  if (found === undefined) {
    if (known.size >= mostKnown) known.clear();
    found = choose(field);
    if (field.length <= longestKnown) known.set(field, found);
  }
  return found;
}

/** The coding that an `Accept-Encoding` likes best (RFC 9110 section 12.5.3); null: as it is. */
export const codingFor = (field: string | string[] | undefined): Coding | null =>
  typeof field === "string" ? chosen(field).best : null;

export const takesGzip = (field: string | string[] | undefined): boolean =>
  typeof field === "string" && chosen(field).gzip;

const textual =
  /^(?:text\/(?!event-stream\b)|application\/(?:[^;\s]*\+)?(?:json|xml|yaml)\b|application\/(?:javascript|x-ndjson|x-yaml|wasm)\b|image\/(?:svg\+xml|bmp)\b|font\/(?:ttf|otf)\b)/i;

/** Whether bytes of this type become smaller. Events do not: each would be flushed alone, and keep a compressor open meanwhile. */
export const isCompressible = (type: string): boolean => textual.test(type);
