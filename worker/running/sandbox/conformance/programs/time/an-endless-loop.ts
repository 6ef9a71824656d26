export default () => {
  while (true);
};
