export default () => {
  const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 });
  return b.resizable;
};
