export default () => {
  const a = [];
  for (;;) {
    try {
      for (;;) a.push(new ArrayBuffer(8388608));
    } catch {}
  }
};
