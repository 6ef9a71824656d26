export default () => {
  throw null;
};
