export default () => [
  performance.now() < 20000,
  Number.isInteger(performance.now()),
  new Date().getTimezoneOffset(),
  navigator.userAgent,
];
