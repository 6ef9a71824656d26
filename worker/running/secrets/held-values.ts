import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import type { MaskedPlace } from "../../ground/masking/masker.ts";
import { maskValues, type ValueMask } from "@ferrule/kit/masking/mask-values.ts";

export interface HeldValue {
  value: string;
  /** Epoch milliseconds. */
  askedAt: number;
}

interface Place {
  present: Map<string, HeldValue>;
  /** Values that nobody gets any more, with the time until which we mask them. */
  before: Map<string, number>;
  /** Undefined: not compiled yet. */
  mask: ValueMask | null | undefined;
}

/** How many replaced values of a place we still mask. */
const mostBefore = 200;
const keyOf = ({ projectId, environment }: MaskedPlace) => `${projectId}:${environment}`;

/** The values of secrets that a worker holds, by Project and environment, in memory only. */
export class HeldValues {
  readonly #places = new Map<string, Place>();
  readonly #maskedAfterMs: number;

  constructor(maskedAfterMs: number) {
    this.#maskedAfterMs = maskedAfterMs;
  }

  find(at: MaskedPlace, name: string): HeldValue | undefined {
    return this.#places.get(keyOf(at))?.present.get(name);
  }

  put(at: MaskedPlace, name: string, value: string, askedAt = Date.now()): void {
    const place = this.#placeOf(at);
    if (place.present.get(name)?.value !== value) {
      this.#retire(place, name);
      place.mask = undefined;
    }
    place.present.set(name, { value, askedAt });
  }

  /** Masks a value that this worker never gave out, because a Function may still hold it. */
  maskUntil(at: MaskedPlace, value: string, until: number): void {
    const place = this.#placeOf(at);
    if ((place.before.get(value) ?? 0) >= until) return;
    if (!place.before.has(value)) place.mask = undefined;
    place.before.delete(value);
    place.before.set(value, until);
    this.#forget(place);
  }

  /** Stops giving out the value, and masks it for a while, because a Function may still hold it. */
  drop(at: { projectId: string; environment: string }, name: string): void {
    const place = this.#places.get(`${at.projectId}:${at.environment}`);
    if (place !== undefined) this.#retire(place, name);
  }

  dropAll(): void {
    for (const place of this.#places.values()) {
      for (const name of place.present.keys()) this.#retire(place, name);
    }
  }

  /** A mask of every value that this worker has given out for a place. Null when there are none. */
  mask(at: MaskedPlace): ValueMask | null {
    const place = this.#places.get(keyOf(at));
    if (place === undefined) return null;
    if (place.mask === undefined) {
      const present = [...place.present.values()].map(({ value }) => value);
      place.mask = maskValues(new Set([...present, ...place.before.keys()]), maskMarker);
    }
    return place.mask;
  }

  #placeOf(at: MaskedPlace): Place {
    const known = this.#places.get(keyOf(at));
    if (known !== undefined) return known;
    const place: Place = { present: new Map(), before: new Map(), mask: undefined };
    this.#places.set(keyOf(at), place);
    return place;
  }

  #retire(place: Place, name: string): void {
    const held = place.present.get(name);
    if (held === undefined) return;
    place.present.delete(name);
    place.before.delete(held.value);
    place.before.set(held.value, Date.now() + this.#maskedAfterMs);
    this.#forget(place);
  }

  #forget(place: Place): void {
    for (const [value, until] of place.before) {
      if (until >= Date.now() && place.before.size <= mostBefore) break;
      place.before.delete(value);
      place.mask = undefined;
    }
  }
}
