import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import type { Grant } from "../planning/plan-grants.ts";

/** A grant without a Function is of the endpoint, whatever the slug of the one that it is imported into. */
export const endpointItself = "the endpoint";

/** The grants of a manifest; none if it does not mention them. */
export const grantsOf = ({ grants = [] }: Pick<Manifest, "grants">): Grant[] =>
  grants.map(({ collection, environment, access, function: slug }) => ({
    collection,
    environment,
    access,
    subject: slug === undefined ? { kind: "endpoint", slug: endpointItself } : { kind: "function", slug },
  }));
