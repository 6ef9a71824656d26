/** A resource that clients may watch. */
export default function watched() {
  return "This is watched.";
}
