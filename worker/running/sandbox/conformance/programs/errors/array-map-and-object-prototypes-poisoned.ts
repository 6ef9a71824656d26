Map.prototype.get = Map.prototype.set = () => {
  throw 1;
};
Array.prototype.push = () => {
  throw 2;
};
Array.prototype[Symbol.iterator] = () => {
  throw 3;
};
Object.defineProperty(Object.prototype, "status", {
  get() {
    return 418;
  },
});

export default async () => {
  await new Promise((r) => setTimeout(r, 1));
  return "fine";
};
