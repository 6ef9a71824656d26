import type {
  ChangesPage,
  EndpointState,
  KeyState,
  PreviewState,
  ProjectState,
  RuntimeState,
  SignerState,
} from "@ferrule/contract/internal/changes.ts";

/** The things that a page of the feed has changed. */
export interface Touched {
  projects: Set<string>;
  endpoints: Set<string>;
  previews: Set<string>;
}

/** The feed's states by key, with their relations. Entries may arrive in any order. */
export class LiveStates {
  /** Rises with each change of what access tokens depend on, besides policies: their signers, and revocations. */
  credentials = 0;
  readonly #states = new Map<string, RuntimeState>();
  readonly #endpointsOf = new Map<string, Map<string, EndpointState>>();
  readonly #keysOf = new Map<string, Map<string, KeyState>>();
  /** By Project, then by name. */
  readonly #previewsOf = new Map<string, Map<string, PreviewState>>();
  /** Projects by slug. */
  readonly #slugs = new Map<string, string>();

  get entries(): Iterable<[string, RuntimeState]> {
    return this.#states;
  }

  project(id: string): ProjectState | undefined {
    const state = this.#states.get(`project:${id}`);
    return state?.kind === "project" ? state : undefined;
  }

  projectNamed(slug: string): ProjectState | undefined {
    return this.project(this.#slugs.get(slug) ?? "");
  }

  preview(id: string): PreviewState | undefined {
    const state = this.#states.get(`preview:${id}`);
    return state?.kind === "preview" ? state : undefined;
  }

  previewNamed(projectId: string, name: string): PreviewState | undefined {
    return this.#previewsOf.get(projectId)?.get(name);
  }

  endpoint(id: string): EndpointState | undefined {
    const state = this.#states.get(`endpoint:${id}`);
    return state?.kind === "endpoint" ? state : undefined;
  }

  signer(kid: string): SignerState | undefined {
    const state = this.#states.get(`signer:${kid}`);
    return state?.kind === "signer" ? state : undefined;
  }

  isRevoked(grantId: string): boolean {
    return this.#states.has(`revocation:${grantId}`);
  }

  get projects(): ProjectState[] {
    return [...this.#states.values()].filter((state) => state.kind === "project");
  }

  endpointsOf(projectId: string): Iterable<string> {
    return this.#endpointsOf.get(projectId)?.keys() ?? [];
  }

  keysOf(endpointId: string): Iterable<KeyState> {
    return this.#keysOf.get(endpointId)?.values() ?? [];
  }

  apply(items: ChangesPage["items"]): Touched {
    const touched: Touched = { projects: new Set(), endpoints: new Set(), previews: new Set() };
    for (const { key, state } of items) {
      const before = this.#states.get(key);
      if (before !== undefined) this.#unlink(key, before, touched);
      this.#states.delete(key);
      if (state === null) continue;
      this.#states.set(key, state);
      this.#link(key, state, touched);
    }
    return touched;
  }

  /** Replaces everything by `items`. Everything old and new counts as touched. */
  reset(items: ChangesPage["items"]): Touched {
    const gone = [...this.#states.keys()].map((key) => ({ key, sequence: 0, state: null }));
    return this.apply([...gone, ...items]);
  }

  #link(key: string, state: RuntimeState, touched: Touched): void {
    this.#touch(state, touched);
    if (state.kind === "endpoint") within(this.#endpointsOf, state.projectId).set(state.id, state);
    if (state.kind === "key") within(this.#keysOf, state.endpointId).set(key, state);
    if (state.kind === "preview") within(this.#previewsOf, state.projectId).set(state.name, state);
    if (state.kind === "project") this.#slugs.set(state.slug, state.id);
  }

  #unlink(key: string, state: RuntimeState, touched: Touched): void {
    this.#touch(state, touched);
    if (state.kind === "endpoint") this.#endpointsOf.get(state.projectId)?.delete(state.id);
    if (state.kind === "key") this.#keysOf.get(state.endpointId)?.delete(key);
    // A name may belong to another one by now, because that of an ended preview or a deleted Project is free again.
    if (state.kind === "project" && this.#slugs.get(state.slug) === state.id) this.#slugs.delete(state.slug);
    if (state.kind !== "preview") return;
    const named = this.#previewsOf.get(state.projectId);
    if (named?.get(state.name)?.id === state.id) named.delete(state.name);
    if (named?.size === 0) this.#previewsOf.delete(state.projectId);
  }

  #touch(state: RuntimeState, touched: Touched): void {
    if (state.kind === "project") touched.projects.add(state.id);
    else if (state.kind === "endpoint") touched.endpoints.add(state.id);
    else if (state.kind === "key") touched.endpoints.add(state.endpointId);
    else if (state.kind === "preview") touched.previews.add(state.id);
    else if (state.kind === "signer" || state.kind === "revocation") this.credentials += 1;
  }
}

function within<T>(groups: Map<string, Map<string, T>>, name: string): Map<string, T> {
  let group = groups.get(name);
  if (group === undefined) {
    group = new Map();
    groups.set(name, group);
  }
  return group;
}
