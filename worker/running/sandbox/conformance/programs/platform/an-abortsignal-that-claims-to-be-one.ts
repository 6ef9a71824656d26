export default async () => {
  try {
    await fetch("https://example.com", { signal: Object.create(AbortSignal.prototype) });
  } catch (e) {
    return e.name;
  }
};
