/** One package as its tarball, which the build process reads. The worker has checked its integrity. */
export interface SentPackage<Tarball = Uint8Array> {
  name: string;
  version: string;
  /** The ids of the packages to which its own imports resolve, by name. */
  dependencies: Record<string, string>;
  integrity: string;
  tarball: Tarball;
}

/** Everything besides "ferrule" that one Function may import, in the form for the build processes. */
export interface SentLibraries<Tarball = number> {
  /** TypeScript sources by name: `money` is imported as `lib/money`. */
  sources: Record<string, string>;
  /** The id of the package to which an import of this name resolves. */
  roots: Record<string, string>;
  /** By id: `name@version`. A tarball is an index into the blobs of the request. */
  packages: Record<string, SentPackage<Tarball>>;
}
