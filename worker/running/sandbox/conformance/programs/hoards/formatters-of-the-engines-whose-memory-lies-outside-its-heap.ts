export default () => {
  const a = [];
  for (let n = 0; ; n++)
    a.push(
      new Intl.DateTimeFormat("en", { timeZone: "UTC", hour: "numeric" }),
      new Intl.Collator("de"),
      new Intl.NumberFormat("fr"),
    );
};
