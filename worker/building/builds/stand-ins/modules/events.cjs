"use strict";
const EventEmitter = require("events");

module.exports = EventEmitter;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.captureRejectionSymbol = Symbol.for("nodejs.rejection");
EventEmitter.errorMonitor = Symbol("events.errorMonitor");
EventEmitter.getEventListeners = (emitter, name) => emitter.listeners(name);
EventEmitter.setMaxListeners = (count, ...emitters) => {
  for (const emitter of emitters) if (typeof emitter.setMaxListeners === "function") emitter.setMaxListeners(count);
};
EventEmitter.addAbortListener = (signal, listener) => {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener("abort", listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", listener) };
};
EventEmitter.on = async function* on(emitter, name, { signal } = {}) {
  const waiting = [];
  let wake;
  let failure;
  const add = (...values) => (waiting.push(values), wake?.());
  const fail = (error) => ((failure = { error }), wake?.());
  const abort = () => fail(signal.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", abort, { once: true });
  emitter.on(name, add);
  if (name !== "error") emitter.on("error", fail);
  try {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift();
      if (failure !== undefined) throw failure.error;
      await new Promise((resolve) => (wake = resolve));
    }
  } finally {
    emitter.off(name, add);
    emitter.off("error", fail);
    signal?.removeEventListener("abort", abort);
  }
};
