import type { ServerResponse } from "node:http";
import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";

/** The limit of one HTTP/1.1 connection. Only pipelining has more than one request at all. */
const mostOfConnection = 16;
/** The limit of one address under `/api`: a quarter of the requests that one control plane gets at once. */
const mostOfAddress = 256;

interface Waiting extends Queued {
  begin: () => void;
}

/** The requests that count together. */
interface Count {
  /** Null for the count of a connection. */
  address: string | null;
  underWay: number;
  waiting: FairQueue<Waiting>;
}

const newCount = (address: string | null = null): Count => ({ address, underWay: 0, waiting: new FairQueue() });

/**
 * Limits the requests under way: at most 16 for an HTTP/1.1 connection, and at most 256 under `/api` for an address.
 * Further requests, for example by pipelining, wait and are not refused. So a client that sends thousands at once waits
 * for itself, and others find room.
 */
export class Turnstile {
  readonly #connections = new WeakMap<object, Count>();
  readonly #addresses = new Map<string, Count>();
  readonly #connectionNumbers = new WeakMap<object, string>();
  #next = 0;

  /**
   * Begins the request when it is its turn, but never if its answer has closed by then.
   * @param connection Null: something else limits its requests
   * @param address Null: it does not count
   */
  enter(connection: object | null, address: string | null, response: ServerResponse, begin: () => void): void {
    const inAddress =
      address === null
        ? begin
        : () => this.#pass(this.#countOf(address), mostOfAddress, connection ?? response, response, begin);
    if (connection === null) return inAddress();
    let ofConnection = this.#connections.get(connection);
    if (ofConnection === undefined) {
      ofConnection = newCount();
      this.#connections.set(connection, ofConnection);
    }
    this.#pass(ofConnection, mostOfConnection, connection, response, inAddress);
  }

  #countOf(address: string): Count {
    let count = this.#addresses.get(address);
    if (count === undefined) {
      count = newCount(address);
      this.#addresses.set(address, count);
    }
    return count;
  }

  #numberOf(connection: object): string {
    let number = this.#connectionNumbers.get(connection);
    if (number === undefined) {
      this.#next += 1;
      number = String(this.#next);
      this.#connectionNumbers.set(connection, number);
    }
    return number;
  }

  #pass(count: Count, most: number, from: object, response: ServerResponse, begin: () => void): void {
    const enter = () => {
      count.underWay += 1;
      // We do not look at once, because thousands may have gone together.
      if (response.destroyed || response.req.socket.destroyed) queueMicrotask(() => this.#leave(count, most));
      else {
        response.once("close", () => this.#leave(count, most));
        begin();
      }
    };
    if (count.underWay < most) enter();
    else count.waiting.add({ holder: this.#numberOf(from), begin: enter });
  }

  #leave(count: Count, most: number): void {
    count.underWay -= 1;
    if (count.underWay < most) count.waiting.next()?.begin();
    if (count.underWay === 0 && count.address !== null) this.#addresses.delete(count.address);
  }
}
