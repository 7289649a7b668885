// A client that relies on a status that the specification does not show.
import { create } from './report.mjs';

const { status, body } = await create();
if (status !== 201) throw new Error(`expected 201, got ${status}`);
console.log(`created ${body.id}`);
