/**
 * Preloaded into each test file's process. The runner follows every promise, to name the test of which a stray error is;
 * an await costs 1.5 us so instead of 0.04, and the rules of all operations a quarter more of the processor. Without
 * promises it still knows which suite a hook or a test is written in, and a stray error still fails the file.
 */
const hooks = require("node:async_hooks");

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
