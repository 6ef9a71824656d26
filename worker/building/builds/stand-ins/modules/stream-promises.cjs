"use strict";
module.exports = require("readable-stream").promises;
