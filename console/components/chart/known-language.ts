/**
 * The chart's library asks for number formats of the browser's language while it loads. A browser in the POSIX locale
 * says "en-US@posix", which no format knows: the page would fail.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
