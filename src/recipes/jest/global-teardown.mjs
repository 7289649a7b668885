export default () => globalThis.standIn?.close();
