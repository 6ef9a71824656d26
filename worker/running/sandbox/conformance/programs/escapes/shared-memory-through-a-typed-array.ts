export default () => {
  try {
    const S = (0, eval)("SharedArrayBuffer");
    return typeof new S(8);
  } catch (e) {
    return e.name;
  }
};
