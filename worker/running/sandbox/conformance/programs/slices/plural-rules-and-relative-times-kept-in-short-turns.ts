const kept = [];

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end)
      kept.push([
        new Intl.PluralRules("pl"),
        new Intl.RelativeTimeFormat("de"),
        new Intl.DisplayNames("de", { type: "region" }),
      ]);
    await new Promise((r) => setTimeout(r, 1));
  }
};
