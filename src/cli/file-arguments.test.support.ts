/** A command that reads a file, by the name that is typed. */
export const readingCommands: { readonly [what: string]: (file: string) => string[] } = {
  'verify --target': (file) => ['verify', '--target', file],
  'verify --baseline': (file) => ['verify', '--baseline', file],
  'verify --cleanup': (file) => ['verify', '--cleanup', file],
  'judge FILE': (file) => ['judge', file],
  'judge --target': (file) => ['judge', 'x.har', '--target', file],
  'replay FILE': (file) => ['replay', file],
  'serve --config': (file) => ['serve', '--config', file],
  'serve --replay': (file) => ['serve', '--port', '0', '--replay', file],
  'serve --tls-key': (file) => ['serve', '--tls-key', file, '--tls-cert', file],
  'health --ca': (file) => ['health', '--ca', file],
};
