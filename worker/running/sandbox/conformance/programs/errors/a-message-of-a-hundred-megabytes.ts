export default () => {
  throw new Error("x".repeat(1e7));
};
