export default () => {
  try {
    return typeof (0, eval)("WebAssembly");
  } catch (e) {
    return e.name;
  }
};
