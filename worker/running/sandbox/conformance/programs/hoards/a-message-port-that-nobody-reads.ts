export default () => {
  const { port1 } = new MessageChannel();
  for (;;) port1.postMessage(new Uint8Array(65536));
};
