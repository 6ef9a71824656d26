export default () => {
  const a = [];
  for (;;) a.push(new Uint8Array(1048576).fill(1));
};
