export default () => {
  const a = [];
  const t = "[" + "0,".repeat(1000000) + "0]";
  for (;;) a.push(JSON.parse(t));
};
