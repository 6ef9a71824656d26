export default () => {
  let b = new Blob(["x".repeat(1024)]);
  for (;;) b = new Blob([b, b]);
};
