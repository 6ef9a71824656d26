import { defineInterfaces, needToken, platformToken } from "./interface.ts";

/** https://html.spec.whatwg.org/#the-navigator-object: what the Minimum Common API asks of it. */
export class Navigator {
  #genuine = true;
  constructor(...args: unknown[]) {
    needToken(args);
  }
  get userAgent(): string {
    void this.#genuine;
    return "Ferrule";
  }
}
defineInterfaces({ Navigator });

export const navigator = new Navigator(platformToken);
