"use strict";
const path = require("path-browserify");

module.exports = path;
path.posix = path;
path.toNamespacedPath = (name) => name;
path.matchesGlob = undefined;
