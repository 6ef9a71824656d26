/** Node's bytes and cryptography, as the sandbox's stand-ins provide them. */

declare module "crypto" {
  import type { Buffer } from "buffer";
  import { type BufferEncoding } from "buffer";
  type Data = string | Uint8Array | ArrayBuffer | KeyObject;
  type Key =
    | string
    | Uint8Array
    | KeyObject
    | { key: unknown; format?: string; type?: string; [option: string]: unknown };
  type Encoding = BufferEncoding;
  interface Digest {
    update(data: Data, encoding?: Encoding): this;
    digest(): Buffer;
    digest(encoding: Encoding): string;
  }
  export interface Hash extends Digest {
    copy(): Hash;
  }
  export interface Hmac extends Digest {}
  export class KeyObject {
    readonly type: "secret" | "private" | "public";
    readonly asymmetricKeyType?: string;
    export(): Buffer;
  }
  export interface Cipher {
    update(data: Data, from?: Encoding): Buffer;
    update(data: Data, from: Encoding | undefined, to: Encoding): string;
    final(): Buffer;
    final(encoding: Encoding): string;
    setAAD(data: Uint8Array): this;
    setAutoPadding(padding?: boolean): this;
    setAuthTag(tag: Uint8Array): this;
    getAuthTag(): Buffer;
  }
  export function createHash(name: string): Hash;
  export function createHmac(name: string, key: Data): Hmac;
  export function createCipheriv(name: string, key: Data, iv: Data | null): Cipher;
  export function createDecipheriv(name: string, key: Data, iv: Data | null): Cipher;
  export function createPrivateKey(key: Key): KeyObject;
  export function createPublicKey(key: Key): KeyObject;
  export function createSecretKey(key: Data, encoding?: Encoding): KeyObject;
  export function createSign(name: string): {
    update(data: Data): { sign(key: Key): Buffer; sign(key: Key, encoding: Encoding): string };
    sign(key: Key): Buffer;
    sign(key: Key, encoding: Encoding): string;
  };
  export function createVerify(name: string): {
    update(data: Data): { verify(key: Key, signature: Data, encoding?: Encoding): boolean };
    verify(key: Key, signature: Data, encoding?: Encoding): boolean;
  };
  export function sign(name: string | null, data: Data, key: Key): Buffer;
  export function verify(name: string | null, data: Data, key: Key, signature: Data): boolean;
  export function getHashes(): string[];
  export function getCiphers(): string[];
  export function hkdfSync(name: string, key: Data, salt: Data, info: Data, length: number): ArrayBuffer;
  export function pbkdf2Sync(password: Data, salt: Data, iterations: number, length: number, name: string): Buffer;
  export function scryptSync(
    password: Data,
    salt: Data,
    length: number,
    options?: { N?: number; r?: number; p?: number; maxmem?: number },
  ): Buffer;
  export function randomBytes(size: number): Buffer;
  export function randomInt(max: number): number;
  export function randomInt(min: number, max: number): number;
  export function randomUUID(): string;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
  const subtle: typeof globalThis.crypto.subtle;
  const webcrypto: typeof globalThis.crypto;
  export { subtle, webcrypto };
  import * as whole from "crypto";
  export default whole;
}

declare module "node:crypto" {
  export * from "crypto";
  export { default } from "crypto";
}

declare module "buffer" {
  export type BufferEncoding =
    | "ascii"
    | "base64"
    | "base64url"
    | "binary"
    | "hex"
    | "latin1"
    | "ucs2"
    | "utf8"
    | "utf-8"
    | "utf16le";
  type Bytes = Uint8Array | ArrayBuffer | readonly number[];
  export class Buffer extends Uint8Array<ArrayBuffer> {
    static from(data: string, encoding?: BufferEncoding): Buffer;
    static from(data: Bytes | Iterable<number>): Buffer;
    static from(data: ArrayBuffer, byteOffset: number, length?: number): Buffer;
    static of(...bytes: number[]): Buffer;
    static alloc(size: number, fill?: string | number | Uint8Array, encoding?: BufferEncoding): Buffer;
    static allocUnsafe(size: number): Buffer;
    static concat(list: readonly Uint8Array[], totalLength?: number): Buffer;
    static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
    static isBuffer(value: unknown): value is Buffer;
    static isEncoding(encoding: string): encoding is BufferEncoding;
    static byteLength(data: string | ArrayBuffer | ArrayBufferView, encoding?: BufferEncoding): number;
    toString(encoding?: BufferEncoding, start?: number, end?: number): string;
    toJSON(): { type: "Buffer"; data: number[] };
    equals(other: Uint8Array): boolean;
    compare(other: Uint8Array): -1 | 0 | 1;
    copy(target: Uint8Array, targetStart?: number, start?: number, end?: number): number;
    write(text: string, encoding?: BufferEncoding): number;
    write(text: string, offset: number, encoding?: BufferEncoding): number;
    slice(start?: number, end?: number): Buffer;
    subarray(start?: number, end?: number): Buffer;
    readUInt8(offset?: number): number;
    readUInt16BE(offset?: number): number;
    readUInt16LE(offset?: number): number;
    readUInt32BE(offset?: number): number;
    readUInt32LE(offset?: number): number;
    readInt32BE(offset?: number): number;
    readInt32LE(offset?: number): number;
    readUIntBE(offset: number, byteLength: number): number;
    readBigUInt64BE(offset?: number): bigint;
    readDoubleBE(offset?: number): number;
    writeUInt8(value: number, offset?: number): number;
    writeUInt16BE(value: number, offset?: number): number;
    writeUInt16LE(value: number, offset?: number): number;
    writeUInt32BE(value: number, offset?: number): number;
    writeUInt32LE(value: number, offset?: number): number;
    writeInt32BE(value: number, offset?: number): number;
    writeInt32LE(value: number, offset?: number): number;
    writeBigUInt64BE(value: bigint, offset?: number): number;
  }
  export const kMaxLength: number;
  export const constants: { MAX_LENGTH: number; MAX_STRING_LENGTH: number };
  export function isUtf8(bytes: Uint8Array): boolean;
  import * as whole from "buffer";
  export default whole;
}

declare module "node:buffer" {
  export * from "buffer";
  export { default } from "buffer";
}

declare module "string_decoder" {
  export class StringDecoder {
    constructor(encoding?: string);
    write(bytes: Uint8Array): string;
    end(bytes?: Uint8Array): string;
  }
  import * as whole from "string_decoder";
  export default whole;
}

declare module "node:string_decoder" {
  export * from "string_decoder";
  export { default } from "string_decoder";
}
