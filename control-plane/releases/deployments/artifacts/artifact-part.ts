// Why: docs/decisions/incremental-deployments.md
import { hash } from "node:crypto";
import {
  artifactEndpoint,
  artifactFunction,
  type ArtifactEndpoint,
  type ArtifactFunction,
} from "@ferrule/contract/internal/artifact.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { bindingFacts } from "./binding-facts.ts";
import type { ArtifactPart } from "../queries/artifact-parts.ts";

/** The digest of an artifact's entry is the SHA-256 (hex) of its canonical JSON. */
function texts(value: unknown): Pick<ArtifactPart, "digest" | "content" | "canonical"> {
  const canonical = canonicalJson(value);
  return { digest: hash("sha256", canonical), content: JSON.stringify(value), canonical };
}

/** @throws ZodError when it cannot be a Function's entry in an artifact */
export function functionPart(given: ArtifactFunction): ArtifactPart {
  const checked = artifactFunction.parse(given);
  return { ...texts(checked), facts: bindingFacts(checked), bundleDigest: checked.bundleDigest, contentDigests: null };
}

/** @throws ZodError when it cannot be an endpoint's entry in an artifact */
export function endpointPart(given: ArtifactEndpoint): ArtifactPart {
  const checked = artifactEndpoint.parse(given);
  const contents = (checked.resources ?? []).flatMap(({ contentDigest = [] }) => contentDigest);
  return {
    ...texts(checked),
    facts: null,
    bundleDigest: null,
    contentDigests: contents.length === 0 ? null : contents,
  };
}
