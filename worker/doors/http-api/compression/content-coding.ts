import { acceptedCoding } from "@ferrule/kit/http/accepted-coding.ts";

/** Content codings in the order of preference: zstd costs the least, and brotli is smaller than gzip (bench/content-codings.ts). */
const codings = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** The coding in which this client gets an answer; null: uncompressed. */
export const codingFor = (field: string | string[] | undefined): Coding | null => acceptedCoding(field, codings);

/** Streams use only gzip, because the others hold more back between two pieces. */
export const takesGzip = (field: string | string[] | undefined): boolean => acceptedCoding(field, ["gzip"]) !== null;

const textual =
  /^(?:text\/(?!event-stream\b)|application\/(?:[^;\s]*\+)?(?:json|xml|yaml)\b|application\/(?:javascript|x-ndjson|x-yaml|wasm)\b|image\/(?:svg\+xml|bmp)\b|font\/(?:ttf|otf)\b)/i;

/**
 * Whether bytes of this type become smaller. Events do not: each would be flushed by itself, and keep a compressor open
 * meanwhile.
 */
export const isCompressible = (type: string): boolean => textual.test(type);
