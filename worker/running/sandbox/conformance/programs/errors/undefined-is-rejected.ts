export default () => Promise.reject();
