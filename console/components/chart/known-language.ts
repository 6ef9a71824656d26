/**
 * While it loads, the chart's library asks for number formats of the browser's language. A browser in the POSIX locale
 * reports "en-US@posix", which no format knows, and the page would fail.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
