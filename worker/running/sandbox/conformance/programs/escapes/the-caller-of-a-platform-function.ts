export default () => {
  try {
    return String(
      (function f() {
        return f.caller;
      })()?.caller ?? "nothing",
    ).includes("host");
  } catch {
    return false;
  }
};
