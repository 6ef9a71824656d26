export default () => {
  const make = () => ({
    get next() {
      return make();
    },
  });
  try {
    structuredClone(make());
  } catch (e) {
    return e.name;
  }
};
