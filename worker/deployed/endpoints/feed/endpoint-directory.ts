import type { ChangesPage, ResourceState } from "@ferrule/contract/internal/changes.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import { deployedAt } from "../served/deployed-at.ts";
import { LiveStates } from "../served/live-states.ts";
import { LoadedPreviews } from "../previews/loaded-previews.ts";
import { serveEndpoint, servedKeys, type ServedEndpoint } from "../served/served-endpoint.ts";

interface EndpointDirectoryOptions {
  log: Log;
  /** Tracks the wanted artifact of each place, and reports changes. */
  activation: ArtifactActivation;
  /** How many previews are loaded at once, and for how long without a call, if not the defaults. */
  previews?: { most?: number; idleMs?: number };
}

/** How long a call waits for an artifact that is being fetched and compiled. */
const loadingMs = 3_000;
/** If more calls than this wait, further calls are answered at once. */
const maxWaiting = 1_000;

/**
 * Every callable endpoint, by the path of its URL: `/mcp/development/orders/desk`. It follows the feed: each change
 * replaces whole entries. Endpoints of previews are there only while their preview is loaded.
 */
export class EndpointDirectory implements Disposable {
  readonly states = new LiveStates();
  /**
   * Resolves when the worker has applied everything that was announced before. Set by the follower of the feed. A
   * deployment is `completed` a few milliseconds before its workers learn of it. A client that waited for `completed`
   * must not get a 404.
   */
  caughtUp: () => Promise<void> = () => Promise.resolve();
  #catchingUp = 0;
  /** Called after each change of the served endpoints. Set by its reporter. */
  onChange: () => void = () => {};
  /** Called with each resource that has changed. Nothing keeps it. */
  onResource: (change: ResourceState) => void = () => {};
  readonly #served = new Map<string, ServedEndpoint>();
  readonly #previews: LoadedPreviews;
  /** Paths by endpoint id, to find those that a change made unreachable. */
  readonly #paths = new Map<string, string[]>();
  readonly #waiting = new Set<() => void>();
  readonly #options: EndpointDirectoryOptions;

  constructor(options: EndpointDirectoryOptions) {
    this.#options = options;
    const { activation, previews } = options;
    this.#previews = new LoadedPreviews({ ...previews, activation, states: this.states, served: this.#served });
    activation.onChange = (where) => {
      // Nobody calls an earlier deployment by an address.
      if ("earlierDeploymentId" in where) return;
      if (!("previewId" in where)) return this.#refresh(this.states.endpointsOf(where.projectId));
      this.#previews.swapped(where.previewId);
      this.#refresh([]);
    };
  }

  [Symbol.dispose](): void {
    this.#previews[Symbol.dispose]();
  }

  /** The endpoint at this path for a call. */
  find(path: string): ServedEndpoint | undefined {
    const endpoint = this.#served.get(path);
    if (endpoint !== undefined && endpoint.preview !== null) this.#previews.called(endpoint.preview.id);
    return endpoint;
  }

  /** The endpoint at this path, for whoever only looks: a preview may leave although somebody does. */
  peek(path: string): ServedEndpoint | undefined {
    return this.#served.get(path);
  }

  /**
   * The endpoint at this path once it is compiled, or its current state if that takes too long. It begins to load a
   * preview, after everything announced before, so that the call reaches the newest build.
   * @param key the caller's, if they present one
   */
  async settle(path: string, key?: string): Promise<ServedEndpoint | undefined> {
    const arrivedAt = performance.now();
    let isUpToDate = false;
    for (;;) {
      const endpoint = this.find(path);
      const kind = endpoint?.deployed.kind ?? "nothing";
      const left = arrivedAt + loadingMs - performance.now();
      if (kind === "compiled" || left <= 0) return endpoint;
      const isCrowded = this.#waiting.size + this.#catchingUp >= maxWaiting;
      if (isCrowded) return endpoint ?? this.#previews.load(path, key);
      if (kind === "loading") await this.#nextChange(left);
      else if (isUpToDate) {
        const unloaded = this.#previews.load(path, key);
        if (unloaded === undefined || !this.#served.has(path)) return endpoint ?? unloaded;
      } else {
        isUpToDate = true;
        await this.#heardAll();
      }
    }
  }

  /** The endpoint at this path after applying everything announced before, unless too many calls wait for that. */
  async latest(path: string): Promise<ServedEndpoint | undefined> {
    if (this.#waiting.size + this.#catchingUp < maxWaiting) await this.#heardAll();
    return this.find(path);
  }

  async #heardAll(): Promise<void> {
    this.#catchingUp += 1;
    await this.caughtUp();
    this.#catchingUp -= 1;
  }

  /** The same for an endpoint, by its id. */
  settleOf(id: string, environment: Environment): Promise<ServedEndpoint | undefined> {
    const paths = this.#paths.get(id) ?? [];
    const path = paths.find((one) => this.#served.get(one)?.environment === environment);
    return path === undefined ? Promise.resolve(undefined) : this.settle(path);
  }

  #nextChange(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const heard = () => {
        clearTimeout(timer);
        this.#waiting.delete(heard);
        resolve();
      };
      const timer = setTimeout(heard, withinMs);
      this.#waiting.add(heard);
    });
  }

  get size(): number {
    return this.#served.size;
  }

  /** Applies one page of the feed. It takes effect with the next call. */
  apply(page: Pick<ChangesPage, "reset" | "items">): void {
    const items = page.items.filter(({ state }) => state?.kind !== "resource");
    const touched = page.reset ? this.states.reset(items) : this.states.apply(items);
    const endpoints = new Set(touched.endpoints);
    for (const projectId of touched.projects) {
      const project = this.states.project(projectId);
      for (const environment of environments) {
        const wanted = project?.status === "active" ? project.active[environment] : null;
        this.#options.activation.want({ projectId, environment }, wanted);
      }
      for (const id of this.states.endpointsOf(projectId)) endpoints.add(id);
    }
    this.#previews.heard(touched);
    this.#refresh(endpoints);
    for (const { state } of page.items) if (state?.kind === "resource") this.onResource(state);
  }

  #refresh(endpointIds: Iterable<string>): void {
    for (const id of endpointIds) this.#refreshOne(id);
    for (const heard of this.#waiting) heard();
    this.onChange();
  }

  #refreshOne(id: string): void {
    // The path may belong to another endpoint now, because a deleted Project's slug is free again.
    for (const path of this.#paths.get(id) ?? []) if (this.#served.get(path)?.id === id) this.#served.delete(path);
    this.#paths.delete(id);
    const state = this.states.endpoint(id);
    const project = state === undefined ? undefined : this.states.project(state.projectId);
    if (state === undefined || project?.status !== "active") return;
    const paths: string[] = [];
    for (const environment of environments) {
      const path = `/${state.endpointKind}/${environment}/${project.slug}/${state.slug}`;
      const { activation } = this.#options;
      const active = activation.active({ projectId: project.id, environment });
      const keys = servedKeys(this.states.keysOf(id), environment);
      const live = { ...state, environment, preview: null, policy: state.policies[environment], keys };
      this.#served.set(path, serveEndpoint(live, deployedAt(active, id, state.endpointKind)));
      paths.push(path);
    }
    this.#paths.set(id, paths);
  }
}
