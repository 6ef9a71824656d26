"use strict";
const zlib = require("browserify-zlib");
const { promisify } = require("util");

module.exports = { ...zlib, constants: { ...zlib.constants, ...zlib } };
// Node knows `promisify(zlib.gzip)`; so do packages.
for (const name of ["deflate", "deflateRaw", "gunzip", "gzip", "inflate", "inflateRaw", "unzip"])
  module.exports[name][promisify.custom] = (data, options = {}) =>
    new Promise((resolve, reject) =>
      zlib[name](data, options, (error, made) => (error ? reject(error) : resolve(made))),
    );
