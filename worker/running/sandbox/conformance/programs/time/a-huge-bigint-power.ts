export default () => String(3n ** (2n ** 24n)).length;
