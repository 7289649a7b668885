#!/usr/bin/env node
// Plain enough for very old versions of Node, so that one of them can say that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 15)) {
  console.error(`abuse-feed: This is Node ${process.versions.node}. It needs 20.15 or newer.`);
  process.exitCode = 2;
} else {
  require('./start.cjs');
}
