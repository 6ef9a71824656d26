"use strict";
module.exports = require("./util.cjs").types;
