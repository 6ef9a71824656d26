/**
 * Preloaded into each test file's process. The runner watches every promise, to name the test of which a stray error is;
 * an await costs 1.5 us so instead of 0.04, and the rules of all operations a quarter more of the processor. Without it
 * a stray error still fails the file.
 */
const hooks = require("node:async_hooks");

hooks.createHook = () => ({
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});
