export default () =>
  new Promise(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (e) => port1.postMessage(e.data);
    port2.onmessage = (e) => port2.postMessage(e.data);
    port1.postMessage(1);
  });
