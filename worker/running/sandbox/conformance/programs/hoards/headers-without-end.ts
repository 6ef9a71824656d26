export default () => {
  const h = new Headers();
  for (let n = 0; ; n++) h.append("x" + n, "y".repeat(1000));
};
