"use strict";
const os = require("os-browserify/browser");

module.exports = {
  ...os,
  EOL: "\n",
  availableParallelism: () => 1,
  constants: { signals: {}, errno: {} },
  machine: () => "",
  version: () => "",
};
