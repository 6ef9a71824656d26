export default () => {
  const a = [];
  for (;;) a.push(new Array(10000).fill(a.length));
};
