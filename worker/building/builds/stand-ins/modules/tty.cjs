"use strict";
module.exports = { isatty: () => false, ReadStream: class ReadStream {}, WriteStream: class WriteStream {} };
