export default () => {
  const p = new URLSearchParams();
  for (let n = 0; ; n++) p.append("x", "y".repeat(1000) + n);
};
