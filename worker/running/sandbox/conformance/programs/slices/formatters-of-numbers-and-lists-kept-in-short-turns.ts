const kept = [];

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end)
      kept.push([new Intl.NumberFormat("de", { style: "currency", currency: "EUR" }), new Intl.ListFormat("de")]);
    await new Promise((r) => setTimeout(r, 1));
  }
};
