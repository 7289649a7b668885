/** A command that reads a file, by the name that is typed. */
export const readingCommands: { readonly [what: string]: (file: string) => string[] } = {
  'verify --target': (file) => ['verify', '--target', file],
  'verify --cleanup': (file) => ['verify', '--cleanup', file],
  'verify --cause': (file) => ['verify', '--cause', file],
  'listen --har': (file) => ['listen', '--har', file],
  'listen --target': (file) => ['listen', '--har', 'x.har', '--target', file],
  'serve --like': (file) => ['serve', '--like', file],
  'serve --config': (file) => ['serve', '--config', file],
  'serve --replay': (file) => ['serve', '--port', '0', '--replay', file],
  'serve --tls-key': (file) => ['serve', '--tls-key', file, '--tls-cert', file],
  'health --ca': (file) => ['health', '--ca', file],
};
