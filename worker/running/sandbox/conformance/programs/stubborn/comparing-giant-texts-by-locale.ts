export default () => {
  const a = "\u0301a".repeat(4e6),
    b = "\u0301a".repeat(4e6) + "b";
  for (;;) a.localeCompare(b, "sv", { sensitivity: "base" });
};
