export default () => {
  throw "oops";
};
