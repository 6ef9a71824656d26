import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import type { StartableFunction } from "../../../running/sandbox/host-calls/runs.ts";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { CompiledArtifact } from "../activation/compile-artifact.ts";
import { acceptInput } from "../functions/accept-input.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";

/** The Functions of an artifact by their slugs. It is made with the first start. */
const bySlug = new WeakMap<CompiledArtifact, Map<string, CompiledFunction>>();

function named(artifact: CompiledArtifact, slug: string): CompiledFunction | undefined {
  let slugs = bySlug.get(artifact);
  if (slugs === undefined) {
    slugs = new Map([...artifact.functionsById.values()].map((called) => [called.artifact.slug, called]));
    bySlug.set(artifact, slugs);
  }
  return slugs.get(slug);
}

/** The Function whose runs `ctx.runs.start` starts: what the environment serves under this slug. */
export function findStartable(
  activation: Pick<ArtifactActivation, "active">,
  place: { projectId: string; environment: "development" | "production" },
  slug: string,
): StartableFunction | "call" | null {
  const active = activation.active({ projectId: place.projectId, environment: place.environment });
  const called = active.kind === "compiled" ? named(active.artifact, slug) : undefined;
  if (active.kind !== "compiled" || called === undefined) return null;
  if (called.artifact.run !== "durable") return "call";
  return {
    id: called.artifact.id,
    deploymentId: active.deploymentId,
    policy: called.artifact.runPolicy ?? defaultRunPolicy,
    accept(given) {
      if (called.broken !== null) return { problem: called.broken };
      const { input, issues } = acceptInput(called, given);
      return issues === null
        ? { input }
        : { problem: issues.map(({ path, message }) => `${path} ${message}`).join("; ") };
    },
    hideInput: (input) => called.hideInput?.(input) ?? input,
  };
}
