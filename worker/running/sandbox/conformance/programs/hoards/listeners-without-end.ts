export default () => {
  const t = new EventTarget();
  for (let n = 0; ; n++) t.addEventListener("x" + n, () => n);
};
