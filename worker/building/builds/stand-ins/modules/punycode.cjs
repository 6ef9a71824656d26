"use strict";
module.exports = require("punycode");
