import type { ProjectServer } from "@ferrule/cli/developer/project/workplace.ts";

/** A Project's server. Before the next request of a command, somebody else may act. */
export class MeddledServer implements ProjectServer {
  readonly #client: ProjectServer;
  #meddlers: (() => Promise<void>)[] = [];

  constructor(client: ProjectServer) {
    this.#client = client;
  }

  /** One act before each of the next requests. */
  meddle(acts: readonly (() => Promise<void>)[]): void {
    this.#meddlers = [...acts];
  }

  #passed<Name extends keyof ProjectServer>(name: Name): ProjectServer[Name] {
    const call = async (given: never): Promise<unknown> => {
      await this.#meddlers.shift()?.();
      return (this.#client[name] as (given: never) => Promise<unknown>)(given);
    };
    return call as ProjectServer[Name];
  }

  readonly getProjectSource = this.#passed("getProjectSource");
  readonly previewProjectSource = this.#passed("previewProjectSource");
  readonly applyProjectSource = this.#passed("applyProjectSource");
}
