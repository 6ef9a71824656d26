// Why: docs/decisions/previews-on-demand.md
import type { ProjectState, PreviewState } from "@ferrule/contract/internal/changes.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { ArtifactActivation } from "../artifact-activation.ts";
import { deployedAt } from "../deployed-at.ts";
import type { LiveStates, Touched } from "../live-states.ts";
import { previewPath, readPreviewPath } from "./preview-path.ts";
import { previewedEndpoint } from "./serve-previewed.ts";
import { StrangerTurns } from "./stranger-turns.ts";
import { findKey, serveEndpoint, type ServedEndpoint } from "../served-endpoint.ts";

/** How many previews a worker has loaded at once, and for how long without a call. */
const mostLoaded = 32;
const keptIdleMs = 10 * 60_000;
const longestSweepMs = 30_000;

export interface LoadedPreviewsOptions {
  states: LiveStates;
  activation: Pick<ArtifactActivation, "want" | "active">;
  /** Endpoints by path. Those of loaded previews are added, and removed again. */
  served: Map<string, ServedEndpoint>;
  most?: number | undefined;
  idleMs?: number | undefined;
}

interface Loaded {
  projectId: string;
  paths: string[];
  /** `performance.now()` at its last call. */
  calledAt: number;
}

/**
 * The previews that somebody calls. Of all others a worker holds only the state. The first call loads a preview. It is
 * dropped after a while without calls, or when others need its place.
 */
export class LoadedPreviews implements Disposable {
  readonly #options: LoadedPreviewsOptions;
  readonly #most: number;
  readonly #idleMs: number;
  /** By id. */
  readonly #loaded = new Map<string, Loaded>();
  readonly #sweeping: NodeJS.Timeout;
  readonly #strangers = new StrangerTurns();

  constructor(options: LoadedPreviewsOptions) {
    this.#options = options;
    this.#most = options.most ?? mostLoaded;
    this.#idleMs = options.idleMs ?? keptIdleMs;
    this.#sweeping = setInterval(() => this.#dropIdle(), Math.min(this.#idleMs, longestSweepMs)).unref();
  }

  /** Notes a call of a preview. */
  called(id: string): void {
    const loaded = this.#loaded.get(id);
    if (loaded !== undefined) loaded.calledAt = performance.now();
  }

  /**
   * Begins to load the preview of this path. Undefined: it is loaded already, or has no such endpoint. Otherwise the
   * endpoint until it is loaded. It is not among the served ones if too many callers without a key of it came.
   * @param key the caller's, if they present one
   */
  load(path: string, key: string | undefined): ServedEndpoint | undefined {
    const asked = readPreviewPath(path);
    const { states } = this.#options;
    const project = asked === null ? undefined : states.projectNamed(asked.projectSlug);
    if (asked === null || project?.status !== "active") return undefined;
    const preview = states.previewNamed(project.id, asked.name);
    const called = preview?.endpoints.find(
      ({ slug, endpointKind }) => slug === asked.endpointSlug && endpointKind === asked.kind,
    );
    if (preview === undefined || called === undefined || this.#loaded.has(preview.id)) return undefined;
    const endpoint = serveEndpoint(previewedEndpoint(preview, called, states), { kind: "loading" });
    const isKnown = key !== undefined && findKey(endpoint, key, sharedNow()) !== undefined;
    if (!isKnown && !this.#strangers.take()) return endpoint;
    if (this.#loaded.size >= this.#most) this.#dropLeastRecent();
    this.#loaded.set(preview.id, { projectId: project.id, paths: [], calledAt: performance.now() });
    this.#follow(preview.id);
    return endpoint;
  }

  /** Applies a page of the feed to the loaded previews. */
  heard({ projects, endpoints, previews }: Touched): void {
    for (const [id, { projectId }] of this.#loaded) {
      const its = this.#options.states.preview(id)?.endpoints ?? [];
      if (previews.has(id) || projects.has(projectId) || its.some((one) => endpoints.has(one.id))) this.#follow(id);
    }
  }

  /** Its artifact has changed. */
  swapped(id: string): void {
    const loaded = this.#loaded.get(id);
    if (loaded === undefined) return;
    const { states } = this.#options;
    const [preview, project] = [states.preview(id), states.project(loaded.projectId)];
    if (preview !== undefined && project !== undefined) this.#serve(loaded, preview, project);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweeping);
  }

  /** Serves a loaded preview as its state is now. Drops it when it has ended. */
  #follow(id: string): void {
    const loaded = this.#loaded.get(id);
    const { states, activation } = this.#options;
    const preview = states.preview(id);
    if (loaded === undefined || preview === undefined) return this.#drop(id);
    if (states.project(loaded.projectId)?.status !== "active") return this.#drop(id);
    const { deploymentId, digest } = preview;
    activation.want({ previewId: id }, { deploymentId, digest });
    this.swapped(id);
  }

  #drop(id: string): void {
    const dropped = this.#loaded.get(id);
    if (dropped === undefined) return;
    this.#loaded.delete(id);
    this.#unserve(dropped);
    this.#options.activation.want({ previewId: id }, null);
  }

  #dropIdle(): void {
    const since = performance.now() - this.#idleMs;
    for (const [id, { calledAt }] of this.#loaded) if (calledAt < since) this.#drop(id);
  }

  #dropLeastRecent(): void {
    const [first] = [...this.#loaded].sort(([, one], [, other]) => one.calledAt - other.calledAt);
    if (first !== undefined) this.#drop(first[0]);
  }

  #unserve({ paths }: Loaded): void {
    for (const path of paths.splice(0)) this.#options.served.delete(path);
  }

  #serve(loaded: Loaded, preview: PreviewState, { slug: projectSlug }: ProjectState): void {
    this.#unserve(loaded);
    const { states, served, activation } = this.#options;
    const active = activation.active({ previewId: preview.id });
    for (const endpoint of preview.endpoints) {
      const { slug: endpointSlug, endpointKind: kind } = endpoint;
      const path = previewPath({ kind, name: preview.name, projectSlug, endpointSlug });
      const deployed = deployedAt(active, endpoint.id, kind);
      served.set(path, serveEndpoint(previewedEndpoint(preview, endpoint, states), deployed));
      loaded.paths.push(path);
    }
  }
}
