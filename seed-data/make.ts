import { mkdirSync, writeFileSync } from 'node:fs';
import { renderSeed } from './render.ts';
import { makeSamples } from './samples.ts';

const samples = makeSamples();
mkdirSync(new URL('samples/', import.meta.url), { recursive: true });
for (const [name, bytes] of samples) {
  writeFileSync(new URL(`samples/${encodeURIComponent(name)}`, import.meta.url), bytes);
}
for (const [name, content] of Object.entries(renderSeed(samples))) {
  writeFileSync(new URL(name, import.meta.url), content);
}
console.log(`${samples.size} samples, their analyses and the reports about them are written.`);
