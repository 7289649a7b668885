// A client that relies on what the specification states: the body says whether it worked.
import { create } from './report.mjs';

const { body } = await create();
if (body.successful !== true) throw new Error(`not created: ${body.error}`);
console.log(`created ${body.id}`);
