// In a file of its own: older Nodes cannot read the word below.
import('../../dist/src/cli/main.js');
