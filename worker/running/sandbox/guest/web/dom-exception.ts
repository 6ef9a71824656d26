import { defineProperty, stringIndexOf, stringSlice } from "../primordials.ts";
import { defineConstants, defineInterfaces } from "./interface.ts";

const codes = {
  IndexSizeError: ["INDEX_SIZE_ERR", 1],
  DOMStringSizeError: ["DOMSTRING_SIZE_ERR", 2],
  HierarchyRequestError: ["HIERARCHY_REQUEST_ERR", 3],
  WrongDocumentError: ["WRONG_DOCUMENT_ERR", 4],
  InvalidCharacterError: ["INVALID_CHARACTER_ERR", 5],
  NoDataAllowedError: ["NO_DATA_ALLOWED_ERR", 6],
  NoModificationAllowedError: ["NO_MODIFICATION_ALLOWED_ERR", 7],
  NotFoundError: ["NOT_FOUND_ERR", 8],
  NotSupportedError: ["NOT_SUPPORTED_ERR", 9],
  InUseAttributeError: ["INUSE_ATTRIBUTE_ERR", 10],
  InvalidStateError: ["INVALID_STATE_ERR", 11],
  SyntaxError: ["SYNTAX_ERR", 12],
  InvalidModificationError: ["INVALID_MODIFICATION_ERR", 13],
  NamespaceError: ["NAMESPACE_ERR", 14],
  InvalidAccessError: ["INVALID_ACCESS_ERR", 15],
  ValidationError: ["VALIDATION_ERR", 16],
  TypeMismatchError: ["TYPE_MISMATCH_ERR", 17],
  SecurityError: ["SECURITY_ERR", 18],
  NetworkError: ["NETWORK_ERR", 19],
  AbortError: ["ABORT_ERR", 20],
  URLMismatchError: ["URL_MISMATCH_ERR", 21],
  QuotaExceededError: ["QUOTA_EXCEEDED_ERR", 22],
  TimeoutError: ["TIMEOUT_ERR", 23],
  InvalidNodeTypeError: ["INVALID_NODE_TYPE_ERR", 24],
  DataCloneError: ["DATA_CLONE_ERR", 25],
} as const;
const codeOf: Record<string, number> = { __proto__: null } as never;
const constants: Record<string, number> = {};
for (const [name, [constant, code]] of Object.entries(codes)) {
  // The standard no longer gives these codes to exceptions.
  if (name !== "DOMStringSizeError" && name !== "NoDataAllowedError" && name !== "ValidationError") codeOf[name] = code;
  constants[constant] = code;
}

/** https://webidl.spec.whatwg.org/#idl-DOMException */
export class DOMException extends Error {
  readonly #name: string;
  readonly #message: string;
  constructor(message: unknown = "", options: unknown = "Error") {
    super();
    const detailed = typeof options === "object" && options !== null ? (options as { name?: unknown }) : undefined;
    this.#message = String(message);
    this.#name = detailed === undefined ? String(options) : String(detailed.name ?? "Error");
    if (detailed !== undefined && "cause" in detailed) {
      const { cause } = detailed;
      defineProperty(this, "cause", { value: cause, configurable: true, writable: true, enumerable: false });
    }
    // The engine's stack starts without name and message.
    const { stack } = this;
    if (typeof stack !== "string") return;
    const frames = stringIndexOf(stack, "\n    at ");
    const value = `${this.#name}: ${this.#message}${frames < 0 ? "" : stringSlice(stack, frames)}`;
    defineProperty(this, "stack", { value, configurable: true, writable: true, enumerable: false });
  }
  override get name(): string {
    return this.#name;
  }
  override get message(): string {
    return this.#message;
  }
  get code(): number {
    return codeOf[this.#name] ?? 0;
  }
  static is(value: unknown): value is DOMException {
    return typeof value === "object" && value !== null && #name in value;
  }
}
export const isDOMException = DOMException.is;
delete (DOMException as { is?: unknown }).is;
defineInterfaces({ DOMException });
defineConstants(DOMException, constants);
Object.defineProperty(DOMException, "length", { value: 0, configurable: true });
