import { defineInterfaces, needToken, platformToken } from "./interface.ts";

/** https://html.spec.whatwg.org/#the-navigator-object: the part that the Minimum Common API requires. */
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
