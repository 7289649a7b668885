// In a file of its own: older Nodes cannot read the word `import` below.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

// Node 22 and newer: what was compiled once is read the next time.
enableCompileCache?.();

const root = join(__dirname, '..', '..');
function start() {
  return import('../../dist/src/cli/main.js');
}

// Only a checkout has it, and there the sources may be newer than the build.
if (existsSync(join(root, 'src', 'repository', 'build.mjs'))) {
  const say = () => console.error('abuse-feed: The sources are newer than the build. Building.');
  import('../repository/build.mjs')
    .then(({ bringUpToDate }) => bringUpToDate(root, say))
    .then((isReady) => (isReady ? start() : undefined));
} else {
  start();
}
