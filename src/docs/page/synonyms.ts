/** Synonyms; each word finds text with any other of its group. */
const groups = [
  'fault failure outage chaos inject',
  'quota remaining limit left',
  'tls https ssl certificate',
  'docker container image compose podman',
  'token bearer authorization auth authentication login apikey',
  'retry again backoff',
  'mock stub fake simulator stand serve',
  'verify conformance judge check validate',
  'world isolated tenant sandbox parallel',
  'twin counterpart pair',
  'hash sha256 sha512 blake3 digest checksum',
  'delete remove',
  'create submit post add',
  'fetch get read',
  'ci pipeline junit github action workflow',
  'record recording har traffic capture',
  'timeout slow delay hang latency',
  'install npm npx setup',
  'clock time freeze now',
  'openapi swagger schema contract',
  'seed fixture data',
  'reset clean clear',
  'config configuration settings option flag',
  'speed performance benchmark bench fast',
  'cors origin browser',
  'status code http',
  'proxy listen forward intercept',
  'json yaml file format',
  'researcher role permission',
  'error refusal refuse problem',
].map((line) => line.split(' '));

export const synonymsOf = (word: string): string[] => {
  const wanted = word.toLowerCase();
  return groups
    .filter((group) => group.includes(wanted))
    .flatMap((group) => group.filter((one) => one !== wanted));
};
