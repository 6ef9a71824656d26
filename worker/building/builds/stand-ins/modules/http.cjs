"use strict";
const { Readable, Writable } = require("readable-stream");
const { Buffer } = require("./buffer.cjs");
const statuses = require("./http-statuses.cjs");

/** Keeps no connection: the platform does. */
class Agent {
  constructor(options = {}) {
    this.options = options;
    this.sockets = {};
    this.requests = {};
    this.maxSockets = Infinity;
  }
  destroy() {}
}

class IncomingMessage extends Readable {
  constructor(response) {
    super();
    this.statusCode = response.status;
    this.statusMessage = response.statusText || statuses[response.status] || "";
    this.httpVersion = "1.1";
    this.url = response.url;
    this.headers = {};
    this.rawHeaders = [];
    for (const [name, value] of response.headers) {
      if (name === "set-cookie") (this.headers[name] ??= []).push(value);
      else this.headers[name] = value;
      this.rawHeaders.push(name, value);
    }
    // The platform has decoded the body already.
    if (this.headers["content-encoding"] !== undefined) {
      delete this.headers["content-encoding"];
      delete this.headers["content-length"];
    }
    this.trailers = {};
    this.complete = false;
    this.reader = response.body?.getReader();
  }
  setTimeout() {
    return this;
  }
  _read() {
    const end = () => {
      this.complete = true;
      this.push(null);
    };
    if (this.reader === undefined) return end();
    this.reader.read().then(
      ({ done, value }) => (done ? end() : this.push(Buffer.from(value))),
      (error) => this.destroy(error),
    );
  }
  _destroy(error, done) {
    if (!this.complete) this.reader?.cancel().catch(() => {});
    done(error);
  }
}

const addressOf = (defaults, options) => {
  const { protocol = defaults, hostname, host = "localhost", port, path = "/" } = options;
  const name = hostname ?? host;
  const authority = port === undefined || port === null || port === "" || /:\d+$/.test(name) ? name : `${name}:${port}`;
  return new URL(path, `${protocol}//${authority}`);
};

/** One request over `fetch`: what it sends is read whole, what it is answered is a stream. */
class ClientRequest extends Writable {
  constructor(defaults, options, listener) {
    // It ends with its answer, not when all is written.
    super({ autoDestroy: false });
    this.method = (options.method ?? "GET").toUpperCase();
    this.address = addressOf(defaults, options);
    this.protocol = this.address.protocol;
    this.host = this.address.hostname;
    this.path = this.address.pathname + this.address.search;
    this.agent = options.agent;
    this.aborted = false;
    this.names = new Map();
    this.chunks = [];
    this.controller = new AbortController();
    const given = Array.isArray(options.headers) ? pairsOf(options.headers) : Object.entries(options.headers ?? {});
    for (const [name, value] of given) if (value !== undefined) this.setHeader(name, value);
    if (options.auth) this.setHeader("authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`);
    if (listener) this.once("response", listener);
    if (options.timeout) this.setTimeout(options.timeout);
    options.signal?.addEventListener("abort", () => this.destroy(options.signal.reason), { once: true });
  }
  setHeader(name, value) {
    this.names.set(name.toLowerCase(), [name, value]);
    return this;
  }
  getHeader(name) {
    return this.names.get(name.toLowerCase())?.[1];
  }
  getHeaders() {
    return Object.fromEntries([...this.names].map(([name, [, value]]) => [name, value]));
  }
  getHeaderNames() {
    return [...this.names.keys()];
  }
  hasHeader(name) {
    return this.names.has(name.toLowerCase());
  }
  removeHeader(name) {
    this.names.delete(name.toLowerCase());
  }
  flushHeaders() {}
  setNoDelay() {}
  setSocketKeepAlive() {}
  setTimeout(delay, listener) {
    clearTimeout(this.timer);
    if (listener) this.once("timeout", listener);
    if (delay > 0) this.timer = setTimeout(() => this.emit("timeout"), delay);
    return this;
  }
  abort() {
    this.aborted = true;
    this.emit("abort");
    this.destroy();
  }
  _write(chunk, encoding, done) {
    this.chunks.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
    done();
  }
  _final(done) {
    const headers = new Headers();
    for (const [name, value] of this.names.values()) {
      if (["connection", "content-length", "host", "transfer-encoding"].includes(name.toLowerCase())) continue;
      for (const one of [value].flat()) headers.append(name, String(one));
    }
    const hasBody = this.chunks.length > 0 && this.method !== "GET" && this.method !== "HEAD";
    const body = hasBody ? Buffer.concat(this.chunks) : undefined;
    const { signal } = this.controller;
    fetch(this.address, { method: this.method, headers, body, signal, redirect: "manual" }).then(
      (response) => {
        clearTimeout(this.timer);
        const message = new IncomingMessage(response);
        message.req = this;
        this.res = message;
        if (!this.emit("response", message)) message.resume();
        this.emit("close");
      },
      (error) => this.destroy(error),
    );
    done();
  }
  _destroy(error, done) {
    clearTimeout(this.timer);
    this.controller.abort();
    done(error);
  }
}

const pairsOf = (list) =>
  Array.isArray(list[0]) ? list : list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []));

const optionsOf = (address, options) => {
  if (typeof address !== "string" && !(address instanceof URL)) return address;
  const { protocol, hostname, port, pathname, search } = new URL(address);
  return { protocol, hostname, port, path: pathname + search, ...options };
};

/** Node's module for one protocol. */
const moduleFor = (defaults) => {
  const request = (address, options, listener) => {
    const [given, listen] = typeof options === "function" ? [{}, options] : [options, listener];
    const isAddress = typeof address === "string" || address instanceof URL;
    return new ClientRequest(defaults, optionsOf(address, given), isAddress ? listen : (listen ?? listener));
  };
  const get = (...values) => {
    const made = request(...values);
    made.end();
    return made;
  };
  const createServer = () => {
    throw new Error("A Function cannot listen: bind it to an HTTP route instead.");
  };
  const globalAgent = new Agent();
  return { Agent, ClientRequest, IncomingMessage, createServer, get, globalAgent, request };
};

module.exports = {
  ...moduleFor("http:"),
  METHODS: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
  STATUS_CODES: statuses,
  Server: class Server {},
  ServerResponse: class ServerResponse extends Writable {},
  maxHeaderSize: 16_384,
  moduleFor,
  validateHeaderName: () => {},
  validateHeaderValue: () => {},
};
