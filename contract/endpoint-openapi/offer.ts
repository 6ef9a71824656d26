import type { ArtifactFunction } from "../internal/artifact.ts";

/** An enabled binding with the Function behind it. */
export interface Offer<Binding> {
  binding: Binding;
  held: ArtifactFunction;
}
