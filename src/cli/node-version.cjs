// Plain enough for very old versions of Node, so that one of them can say that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number);
const isSupported =
  (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major === 24 || major >= 26;
if (!isSupported) {
  console.error(
    `abuse-feed: This is Node ${process.versions.node}. It needs 20.19, 22.12, 24, or 26 and newer.`,
  );
  process.exitCode = 2;
}
module.exports = { isSupported };
