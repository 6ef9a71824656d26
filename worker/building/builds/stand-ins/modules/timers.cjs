"use strict";
// Node's timers are objects with methods, and many packages call `unref` without asking.
class Timer {
  #clear;
  constructor(clear) {
    this.#clear = clear;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
  close() {
    this.#clear();
    return this;
  }
  [Symbol.dispose]() {
    this.#clear();
  }
}
const clear = (timer) => {
  if (timer instanceof Timer) timer.close();
  else clearTimeout(timer);
};
const timerOf = (id) => new Timer(() => clearTimeout(id));

module.exports = {
  setTimeout: (call, delay, ...values) => timerOf(setTimeout(call, delay, ...values)),
  setInterval: (call, delay, ...values) => timerOf(setInterval(call, delay, ...values)),
  setImmediate: (call, ...values) => timerOf(setTimeout(call, 0, ...values)),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};
