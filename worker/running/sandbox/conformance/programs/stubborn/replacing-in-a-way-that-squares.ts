export default () => {
  const t = "a".repeat(2e4);
  for (;;) t.replaceAll("", t).length;
};
