export default () => {
  const t = new EventTarget();
  t.addEventListener("a", () => {
    t.dispatchEvent(new Event("a"));
    for (;;);
  });
  t.dispatchEvent(new Event("a"));
};
