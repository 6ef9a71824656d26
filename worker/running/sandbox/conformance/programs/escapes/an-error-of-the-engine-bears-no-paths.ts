export default () => {
  try {
    structuredClone(() => 1);
  } catch (e) {
    return /\/(?:work|usr|home|root|tmp)|node_modules|isolated/.test(e.stack + e.message);
  }
};
