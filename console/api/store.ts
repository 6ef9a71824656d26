import { useSyncExternalStore } from "react";

/** A value outside React that components follow. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Calls `listener` after each change, until the returned function is called. */
  listen: (listener: () => void) => () => void;
  /** The value, in a component; it renders again when the value changes. */
  use: () => T;
}

/** Creates a store that holds `value`. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  const get = () => value;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    listen,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(listen, get),
  };
}
