"use strict";
const util = require("util");
const { isDeepEqual, isDeepStrictEqual } = require("./deep-equal.cjs");

// oxlint-disable-next-line no-control-regex
const styles = /\u001B\[[0-9;]{0,100}m/g;

module.exports = {
  ...util,
  TextDecoder,
  TextEncoder,
  aborted: (signal) =>
    signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
  debug: util.debuglog,
  isDeepEqual,
  isDeepStrictEqual,
  stripVTControlCharacters: (text) => text.replace(styles, ""),
  styleText: (_style, text) => text,
  toUSVString: (text) => String(text).toWellFormed(),
  types: { ...util.types, isNativeError: (value) => value instanceof Error, isProxy: () => false },
};
