"use strict";
const wait = (delay, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    // A plain sleep, which ends early when its call does.
    if (signal === undefined) return setTimeout(resolve, delay, value);
    if (signal?.aborted === true) return reject(signal.reason);
    const abort = () => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", abort), resolve(value)), delay);
    signal?.addEventListener("abort", abort, { once: true });
  });

module.exports = {
  setTimeout: wait,
  setImmediate: (value, options) => wait(0, value, options),
  scheduler: { wait: (delay, options) => wait(delay, undefined, options), yield: () => wait(0) },
};
