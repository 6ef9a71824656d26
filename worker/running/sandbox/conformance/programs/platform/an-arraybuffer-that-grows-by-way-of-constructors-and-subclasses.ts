export default () => {
  class Mine extends ArrayBuffer {}
  const o = { maxByteLength: 2 ** 30 };
  Object.defineProperty(Object.prototype, "maxByteLength", { value: 2 ** 30 });
  return [
    new Mine(8, o),
    new (new ArrayBuffer(8).constructor as typeof ArrayBuffer)(8, o),
    new (new Uint8Array(8).buffer.constructor as typeof ArrayBuffer)(8, o),
    Reflect.construct(ArrayBuffer, [8, o], Mine),
    new ArrayBuffer(8).slice(0),
    new ArrayBuffer(8).transfer(4),
  ].map((b) => b.resizable);
};
