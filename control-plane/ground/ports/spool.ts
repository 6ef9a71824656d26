/** A body that has arrived completely; disposing it frees its space. */
export interface SpooledBody extends AsyncDisposable {
  /** Reads from the start; may be called repeatedly. */
  read: () => AsyncIterable<Buffer>;
}

/** Large bodies wait here until they are complete, so that no transaction waits for a slow sender. */
export interface Spool {
  /**
   * Receives a body of at most `mostBytes`.
   * @throws PublicError PAYLOAD_TOO_LARGE, or UNAVAILABLE while the other bodies leave no room
   */
  receive: (chunks: AsyncIterable<Buffer>, mostBytes: number) => Promise<SpooledBody>;
  /** The bytes of all bodies held now. */
  heldBytes: () => number;
}
