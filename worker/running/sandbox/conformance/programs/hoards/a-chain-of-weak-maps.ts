export default () => {
  let key = {};
  const _first = key;
  const maps = [];
  for (;;) {
    const m = new WeakMap();
    const next = { big: new Array(1000).fill(key) };
    m.set(key, next);
    maps.push(m);
    key = next;
  }
};
