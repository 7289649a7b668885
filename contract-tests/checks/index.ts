import './create.ts';
import './create-values.ts';
import './delete.ts';
import './delete-refused.ts';
import './fetch.ts';
import './lookup.ts';
import './lookup-callers.ts';
import './media-types.ts';
import './one-connection.ts';
import './shapes.ts';

export { allChecks } from './check.ts';
