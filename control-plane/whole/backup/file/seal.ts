import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./frames.ts";

type Web = ReadableStream<Uint8Array>;

/** Compresses (zstd) and encrypts (age: ChaCha20-Poly1305 in chunks of 64 KiB) a stream as it is read. */
export async function seal(plain: AsyncIterable<Uint8Array>, encrypter: Encrypter): Promise<Readable> {
  const source = Readable.from(plain, { objectMode: false });
  const compressed = source.compose(createZstdCompress()) as Readable;
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(compressed) as Web)) as never);
}

/** The plain stream of a sealed file. @throws BackupError when no key opens it, or when any byte was changed */
export async function* unseal(path: string, decrypter: Decrypter): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(file) as Web);
    const parts = [Readable.fromWeb(opened as never), createZstdDecompress()] as const;
    const plain = parts[0].compose(parts[1]) as Readable;
    // When a reader stops early, all parts end. An error during reading is thrown by the loop.
    for (const part of [...parts, plain]) part.on("error", () => undefined);
    yield* plain as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new BackupError(`There is no file ${path}.`, { cause });
    throw new BackupError("The file cannot be decrypted: the key does not fit, or the file was cut or changed.", {
      cause,
    });
  } finally {
    file.destroy();
  }
}
