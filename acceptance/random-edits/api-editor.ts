import type { Client } from "@ferrule/contract/client.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import { collectionOf, cronOf, originOf, sourceOf } from "./start-source.ts";

/** Somebody who edits a Project through the operations that the console uses. They read each thing before they change it. */
export class ApiEditor {
  readonly #client: Client;
  readonly #ledger: Ledger;
  readonly #random: Random;

  constructor(client: Client, ledger: Ledger, random: Random) {
    this.#client = client;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** One edit of one thing. */
  edit(): Promise<void> {
    const edits = [
      () => this.#functions(),
      () => this.#functions(),
      () => this.#libraries(),
      () => this.#collections(),
      () => this.#endpoint(),
      () => this.#tools(),
      () => this.#policy(),
      () => this.#crons(),
    ];
    return this.#random.one(edits)();
  }

  /** What to do with a thing: make one, remove one that may go, or change one. */
  #choose<T>(items: readonly T[], nameOf: (one: T) => string) {
    const one = this.#random.one(items);
    if (this.#random.chance(6)) return { make: this.#ledger.name() };
    const mayGo = /^(?:b|n\d+)$/.test(nameOf(one));
    return mayGo && this.#random.chance(5) ? { remove: one } : { change: one };
  }

  async #functions(): Promise<void> {
    const [client, ledger] = [this.#client, this.#ledger];
    const { items } = await client.listFunctions({});
    const { make, remove, change } = this.#choose(items, ({ slug }) => slug);
    if (make !== undefined) {
      await client.createFunction({ body: { slug: make, source: sourceOf(() => ledger.mark()) } });
      return;
    }
    const params = { functionId: (remove ?? change).id };
    const { slug, source, description } = await client.getFunction({ params });
    if (remove !== undefined) {
      await client.deleteFunction({ params });
      return ledger.removed(slug, [source, description]);
    }
    const after = this.#random.chance(3)
      ? { description: ledger.mark() }
      : { source: this.#random.replaceMark(source, ledger) };
    await client.updateFunction({ params, body: after });
    return ledger.replaced(after.source === undefined ? description : source, after);
  }

  async #libraries(): Promise<void> {
    const [client, ledger] = [this.#client, this.#ledger];
    const { items } = await client.listLibraries({});
    const { make, remove, change } = this.#choose(items, ({ name }) => name);
    if (make !== undefined) {
      await client.createLibrary({ body: { kind: "source", name: make, source: sourceOf(() => ledger.mark()) } });
      return;
    }
    const params = { libraryId: (remove ?? change).id };
    const { name, source } = await client.getLibrary({ params });
    if (remove !== undefined) {
      await client.deleteLibrary({ params });
      return ledger.removed(name, source);
    }
    const after = this.#random.replaceMark(source!, ledger);
    await client.replaceLibrary({ params, body: { source: after } });
    return ledger.replaced(source, after);
  }

  async #collections(): Promise<void> {
    const [client, ledger] = [this.#client, this.#ledger];
    const { items } = await client.listDataCollections({});
    const { make, remove, change } = this.#choose(items, ({ name }) => name);
    if (make !== undefined) {
      await client.createDataCollection({ body: { name: make, ...collectionOf(ledger.mark()) } });
      return;
    }
    const { id, name, description } = remove ?? change;
    const params = { collectionId: id };
    if (remove !== undefined) {
      await client.deleteDataCollection({ params });
      return ledger.removed(name, description);
    }
    const body = { description: ledger.mark() };
    await client.updateDataCollection({ params, body });
    return ledger.replaced(description, body);
  }

  async #crons(): Promise<void> {
    const [client, ledger] = [this.#client, this.#ledger];
    const { items } = await client.listCronBindings({});
    const { make, remove, change } = this.#choose(items, ({ name }) => name);
    if (make !== undefined) {
      const functionId = await this.#idOf("a");
      const body = { functionId, name: make, environment: "development" as const, ...cronOf(ledger.mark()) };
      await client.createCronBinding({ body });
      return;
    }
    const { id, name, input } = remove ?? change;
    const params = { cronBindingId: id };
    if (remove !== undefined) {
      await client.deleteCronBinding({ params });
      return ledger.removed(name, input);
    }
    const body = { input: { note: ledger.mark() } };
    await client.updateCronBinding({ params, body });
    return ledger.replaced(input, body);
  }

  async #tools(): Promise<void> {
    const [client, ledger] = [this.#client, this.#ledger];
    const { id: endpointId } = await this.#endpointOfTools();
    const { items } = await client.listMcpBindings({ params: { endpointId } });
    const { make, remove, change } = this.#choose(items, ({ toolName }) => toolName);
    if (make !== undefined) {
      const body = { functionId: await this.#idOf("a"), toolName: make, description: ledger.mark() };
      await client.createMcpBinding({ params: { endpointId }, body });
      return;
    }
    const { id, toolName, description } = remove ?? change;
    const params = { endpointId, bindingId: id };
    if (remove !== undefined) {
      await client.deleteMcpBinding({ params });
      return ledger.removed(toolName, description);
    }
    const body = { description: ledger.mark() };
    await client.updateMcpBinding({ params, body });
    return ledger.replaced(description, body);
  }

  async #endpoint(): Promise<void> {
    const { id, description, instructions } = await this.#endpointOfTools();
    const after = this.#random.chance(2)
      ? { description: this.#ledger.mark() }
      : { instructions: this.#random.replaceMark(instructions, this.#ledger) };
    await this.#client.updateRuntimeEndpoint({ params: { endpointId: id }, body: after });
    this.#ledger.replaced(after.instructions === undefined ? description : instructions, after);
  }

  async #policy(): Promise<void> {
    const { id: endpointId } = await this.#endpointOfTools();
    const { items } = await this.#client.listEndpointAuthPolicies({ params: { endpointId } });
    const { environment, caller, allowedOrigins } = this.#random.one(items);
    const body = { environment, caller, allowedOrigins: [originOf(this.#ledger.mark())] };
    await this.#client.replaceAuthPolicy({ params: { endpointId }, body });
    this.#ledger.replaced(allowedOrigins, body);
  }

  async #endpointOfTools() {
    const { items } = await this.#client.listRuntimeEndpoints({});
    return items.find(({ slug }) => slug === "tools")!;
  }

  async #idOf(slug: string): Promise<string> {
    const { items } = await this.#client.listFunctions({ query: { names: slug } });
    return items[0]!.id;
  }
}
