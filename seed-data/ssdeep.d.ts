declare module 'ssdeep.js' {
  const ssdeep: { digest(data: Uint8Array | string): string };
  export default ssdeep;
}
