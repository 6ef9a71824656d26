import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/canonical-json.ts";

export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** The digest that addresses an artifact: SHA-256 (hex) of the manifest's canonical JSON. */
export const artifactDigest = (manifest: unknown): string => sha256(canonicalJson(manifest));
