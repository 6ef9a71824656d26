export default () => {
  const t = "\ufdfa".repeat(4e6);
  for (;;) t.normalize("NFKD");
};
