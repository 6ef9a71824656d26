const kept = [];

export default async () => {
  for (;;) {
    const end = Date.now() + 6;
    while (Date.now() < end) kept.push(new Intl.Collator("de-u-co-phonebk"));
    await new Promise((r) => setTimeout(r, 1));
  }
};
