/**
 * While it loads, the chart library requests number formats for the browser's language. A browser in the POSIX locale
 * reports "en-US@posix", which no format knows, so the page would fail.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
