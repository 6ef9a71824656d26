"use strict";
const { moduleFor } = require("./http.cjs");

module.exports = { ...moduleFor("https:"), Server: class Server {} };
