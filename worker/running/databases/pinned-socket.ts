import { Socket } from "node:net";

/** A socket that connects to one address, whatever host its user names. A driver needs the name only for TLS. */
class PinnedSocket extends Socket {
  readonly #address: string;

  constructor(address: string) {
    super();
    this.#address = address;
  }

  override connect(...given: unknown[]): this {
    const [port] = given;
    return super.connect({ port: Number(port), host: this.#address });
  }
}

export const pinnedSocket = (address: string): Socket =>
  new PinnedSocket(address).setNoDelay(true).setKeepAlive(true, 10_000);
