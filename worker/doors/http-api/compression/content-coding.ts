import { acceptedCoding } from "@ferrule/kit/http/accepted-coding.ts";

/** Content codings in the order of preference: zstd costs the least, and brotli is smaller than gzip (bench/content-codings.ts). */
const codings = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** The coding of a response for this client; null: uncompressed. */
export const codingFor = (field: string | string[] | undefined): Coding | null => acceptedCoding(field, codings);

/** Streams use only gzip, because the others hold more back between two pieces. */
export const takesGzip = (field: string | string[] | undefined): boolean => acceptedCoding(field, ["gzip"]) !== null;

const textual =
  /^(?:text\/(?!event-stream\b)|application\/(?:[^;\s]*\+)?(?:json|xml|yaml)\b|application\/(?:javascript|x-ndjson|x-yaml|wasm)\b|image\/(?:svg\+xml|bmp)\b|font\/(?:ttf|otf)\b)/i;

/**
 * Whether content of this type shrinks. Events do not count: each would be flushed alone, and an open stream would hold
 * a compressor.
 */
export const isCompressible = (type: string): boolean => textual.test(type);
