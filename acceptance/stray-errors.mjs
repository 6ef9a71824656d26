// For tests: a process that imports this has an unhandled rejection on SIGUSR2, and an uncaught error on SIGWINCH.
process.on("SIGUSR2", () => {
  // oxlint-disable-next-line typescript/no-floating-promises -- it is what this is for
  Promise.reject(new Error("nobody handles this"));
});
process.on("SIGWINCH", () => {
  throw new Error("nobody catches this");
});
