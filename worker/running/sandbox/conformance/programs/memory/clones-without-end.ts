export default () => {
  const a = [];
  const b = new Uint8Array(1048576);
  for (;;) a.push(structuredClone(b));
};
