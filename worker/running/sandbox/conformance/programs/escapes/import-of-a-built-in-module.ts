export default () =>
  import("node:fs").then(
    () => "in",
    () => "refused",
  );
