"use strict";
// What stands for packages that open connections through a proxy, which is not a Function's to decide.
const { Agent } = require("./http.cjs");

class ProxyAgent extends Agent {
  constructor() {
    super();
    throw new Error("A Function's requests leave through the platform: it cannot set a proxy. Leave the option out.");
  }
}

module.exports = ProxyAgent;
for (const name of ["HttpProxyAgent", "HttpsProxyAgent", "SocksProxyAgent", "PacProxyAgent", "ProxyAgent"])
  module.exports[name] = ProxyAgent;
module.exports.Agent = Agent;
module.exports.HttpAgent = Agent;
module.exports.HttpsAgent = Agent;
module.exports.default = ProxyAgent;
