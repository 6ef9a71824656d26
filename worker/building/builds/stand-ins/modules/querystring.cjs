"use strict";
const { decode, encode } = require("querystring-es3");

module.exports = {
  decode,
  encode,
  parse: decode,
  stringify: encode,
  escape: encodeURIComponent,
  unescape: (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  },
};
