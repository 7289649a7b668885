export { version } from '../spec/version.ts';
