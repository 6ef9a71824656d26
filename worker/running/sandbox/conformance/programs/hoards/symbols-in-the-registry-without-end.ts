export default () => {
  for (let n = 0; ; n++) Symbol.for("y".repeat(1000) + n);
};
