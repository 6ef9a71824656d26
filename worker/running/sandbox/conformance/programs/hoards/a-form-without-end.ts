export default () => {
  const f = new FormData();
  for (let n = 0; ; n++) f.append("x", "y".repeat(1000) + n);
};
