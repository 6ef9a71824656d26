"use strict";
const url = require("url");
const { punycode } = { punycode: require("punycode") };

const path = (text) => text.split("/").map(encodeURIComponent).join("/");

module.exports = {
  ...url,
  URL,
  URLSearchParams,
  domainToASCII: punycode.toASCII,
  domainToUnicode: punycode.toUnicode,
  fileURLToPath: (given) => decodeURIComponent(new URL(given).pathname),
  pathToFileURL: (name) => new URL(`file://${path(name)}`),
  urlToHttpOptions: ({ protocol, hostname, port, pathname, search, hash, href, username, password }) => ({
    protocol,
    hostname,
    hash,
    search,
    pathname,
    path: `${pathname}${search}`,
    href,
    ...(port === "" ? {} : { port: Number(port) }),
    ...(username === "" ? {} : { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
  }),
};
